package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NfsUriTest {
  private static NfsUri of(String text) throws TargetRefusedException {
    return NfsUri.of(TargetUri.parse(text));
  }

  @Test
  void aNameIsTakenApart() throws TargetRefusedException {
    NfsUri name = of("nfs://server/a/b/t.dat?size=1MiB&nconnect=4&version=4.0");
    assertThat(name.server().toString()).isEqualTo("server:2049");
    assertThat(name.folder()).isEqualTo("/a/b");
    assertThat(name.file()).isEqualTo("/t.dat");
    assertThat(name.sizeBytes()).contains(1L << 20);
    assertThat(name.connections()).isEqualTo(4);
    assertThat(name.version()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "nfs://server/t.dat, the path of a file in an export",
    "nfs://server/a/../t.dat, the path of a file in an export",
    "nfs://server/a/, the path of a file in an export",
    "nfs://server/a/t?version=4.1, '3, 4.0'",
    "nfs://server/a/t?mountport=7, only for version=3",
    "nfs://server/a/t?nconnect=17, 1 to 16",
    "nfs://server/a/t?size=0, more than 0",
    "nfs://server/a/t?uid=x, 0 to 999999999",
  })
  void aWrongNameIsRefusedWithWhatIsAllowed(String text, String allowed) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(allowed);
  }

  @Test
  void aLibraryThatIsMissingIsNamedWithItsPackage() {
    assertThat(Libnfs.missing("libnfs.so.999").orElseThrow()).contains("libnfs13");
  }
}
