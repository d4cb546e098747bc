package io.loadstone.nbd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NbdUriTest {
  private static NbdUri read(String text) throws TargetRefusedException {
    return NbdUri.of(TargetUri.parse(text));
  }

  // The table of the NBD project's doc/uri.md.
  @ParameterizedTest
  @CsvSource({
    "nbd://example.com/disk, disk",
    "nbd+unix:///disk?socket=/sock, disk",
    "nbd://example.com/, ''",
    "nbd://example.com, ''",
    "nbd://example.com//disk, /disk",
    "nbd://example.com/hello%20world, hello world"
  })
  void theExportIsThePathWithoutItsFirstSlash(String text, String export) throws Exception {
    assertThat(read(text).export()).isEqualTo(export);
  }

  @Test
  void thePortIsTheRegisteredOneUnlessItIsSaid() throws Exception {
    assertThat(read("nbd://host/x").server()).isEqualTo(new Server.Tcp("host", 10_809));
    assertThat(read("nbd://host:99/x").server()).isEqualTo(new Server.Tcp("host", 99));
    assertThat(read("nbd://[::1]/x").server()).isEqualTo(new Server.Tcp("::1", 10_809));
    assertThat(read("nbd://[::1]:99").server()).isEqualTo(new Server.Tcp("::1", 99));
  }

  @Test
  void connectionsAndTimeoutHaveDefaults() throws Exception {
    assertThat(read("nbd://h").connections()).isEqualTo(1);
    assertThat(read("nbd://h").timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(read("nbd://h?connections=4&timeout=2m").connections()).isEqualTo(4);
    assertThat(read("nbd://h?connections=4&timeout=2m").timeout()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void securedNamesSayWhoIsTrusted() throws Exception {
    assertThat(read("nbd://h").tls()).isEmpty();
    assertThat(read("nbds://h").tls()).contains(new Tls("h", Optional.empty()));
    assertThat(read("nbds+unix:///?socket=/s").tls())
        .contains(new Tls("localhost", Optional.empty()));
    assertThat(read("nbds://h?tls-authorities=/ca.pem&tls-hostname=n").tls())
        .contains(new Tls("n", Optional.of(Path.of("/ca.pem"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nbd:host/x|must begin with nbd://",
        "nbd:///x|needs a host",
        "nbd://user@host/x|leave everything up to the @ out",
        "nbd://::1/x|brackets",
        "nbd://h:0/x|1 to 65535",
        "nbd://h:70000/x|1 to 65535",
        "nbd://h:x/x|1 to 65535",
        "nbd://h?conections=2|did you mean \"connections\"",
        "nbd://h?connections=0|1 to 64",
        "nbd://h?connections=65|1 to 64",
        "nbd://h?timeout=10ms|1s to 1h",
        "nbd://h?timeout=soon|timeout",
        "nbd://h?socket=/s|socket",
        "nbd://h?tls-authorities=/ca.pem|unknown parameter",
        "nbds://h?tls-authorities=ca.pem|absolute path",
        "nbd+unix:///x|socket=/run/nbd.sock",
        "nbd+unix://host/x?socket=/s|socket=/run/nbd.sock",
        "nbd+unix:///x?socket=s|absolute path",
        "nbd://h/a%0Ab|control characters"
      })
  void badNamesAreRefusedWithWhatIsAllowed(String text, String said) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource({
    "nbd://admin:geheim@host/x",
    "nbd:admin:geheim@host/x",
    "nbd+unix://admin:geheim@/x?socket=/s",
    "nbds://host/x?password=geheim"
  })
  void whatMayBeAPasswordIsNotRepeated(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageNotContaining("geheim");
  }
}
