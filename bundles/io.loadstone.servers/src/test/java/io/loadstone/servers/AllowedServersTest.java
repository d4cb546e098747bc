package io.loadstone.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedServersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"lab7", "lab7:10809", "10.0.0.7:1", "[fe80::1]:65535", "[::1]", "/run/nbd"})
  void namesOfServersAreTaken(String entry) {
    assertThat(AllowedServers.of(new String[] {entry}).listing())
        .containsExactly(entry + " is allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:99999999", "a:65536", "a:0", "a:", "nbd://a", "a b", "::1", "[::1"})
  void whatNamesNoServerIsRefusedWithWhatIsAllowed(String entry) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllowedServers.of(new String[] {"lab7, " + entry}))
        .withMessageContaining("io.loadstone.targets.cfg: allowedServers has \"" + entry + "\"")
        .withMessageContaining("HOST:PORT with a port from 1 to 65535");
  }
}
