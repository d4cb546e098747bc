package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlatformTest {
  @Test
  void bothMachineTypesOfLinuxAreSupported() {
    assertThat(Platform.unsupported("Linux", "amd64")).isEmpty();
    assertThat(Platform.unsupported("Linux", "aarch64")).isEmpty();
  }

  @Test
  void anotherSystemIsNamedWithWhatIsNeeded() {
    assertThat(Platform.unsupported("Mac OS X", "aarch64"))
        .hasValue("this is Mac OS X; it needs Linux on x86-64 or arm64");
    assertThat(Platform.unsupported("Linux", "riscv64"))
        .hasValue("this is Linux on riscv64; it needs Linux on x86-64 or arm64");
  }
}
