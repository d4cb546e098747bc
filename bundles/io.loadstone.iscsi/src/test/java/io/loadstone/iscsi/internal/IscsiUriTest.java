package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.Server;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IscsiUriTest {
  private static final String LUN = "iscsi://h/iqn.2026-01.example:d/1";

  private static IscsiUri read(String text) throws TargetRefusedException {
    return IscsiUri.of(TargetUri.parse(text));
  }

  @Test
  void aNameIsAPortalATargetAndALun() throws Exception {
    IscsiUri name = read("iscsi://array.example:3261/iqn.1992-08.com.netapp:sn.1:vs.3/16383");
    assertThat(name.portal()).isEqualTo(new Server.Tcp("array.example", 3261));
    assertThat(name.target()).isEqualTo("iqn.1992-08.com.netapp:sn.1:vs.3");
    assertThat(name.lun()).isEqualTo(16_383);
    assertThat(read("iscsi://[::1]/eui.02004567a425678d/0").portal())
        .isEqualTo(new Server.Tcp("::1", 3260));
    assertThat(read(LUN + "?connections=2&timeout=1m").shortName())
        .isEqualTo("iscsi://h:3260/iqn.2026-01.example:d/1");
  }

  @Test
  void parametersHaveDefaults() throws Exception {
    IscsiUri plain = read(LUN);
    assertThat(plain.connections()).isEqualTo(1);
    assertThat(plain.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plain.chapFile()).isEmpty();
    assertThat(plain.headerDigest()).isFalse();
    assertThat(plain.dataDigest()).isFalse();
    assertThat(plain.initiator()).startsWith("iqn.2026-01.io.loadstone:");
    IscsiUri full =
        read(
            LUN
                + "?connections=4&timeout=2m&chap-file=/etc/chap&header-digest=crc32c"
                + "&data-digest=crc32c&initiator=iqn.2026-01.example:me");
    assertThat(full.connections()).isEqualTo(4);
    assertThat(full.timeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(full.chapFile()).contains(Path.of("/etc/chap"));
    assertThat(full.headerDigest()).isTrue();
    assertThat(full.dataDigest()).isTrue();
    assertThat(full.initiator()).isEqualTo("iqn.2026-01.example:me");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "iscsi:h/iqn.2026-01.example:d/1|must begin with iscsi://",
        "iscsi:///iqn.2026-01.example:d/1|needs a host",
        "iscsi://h|needs a target",
        "iscsi://h/iqn.2026-01.example:d|the number of a LUN",
        "iscsi://h/iqn.2026-01.example:d/|the number of a LUN",
        "iscsi://h/iqn.2026-01.example:d/x|the number of a LUN",
        "iscsi://h/disks/1|begins with iqn., eui. or naa.",
        "iscsi://h/iqn.2026-01.example:d/16384|0 to 16383",
        "iscsi://h:0/iqn.2026-01.example:d/1|1 to 65535",
        "iscsi://h/iqn.2026-01.example:d/1?connections=65|1 to 64",
        "iscsi://h/iqn.2026-01.example:d/1?conections=2|did you mean \"connections\"",
        "iscsi://h/iqn.2026-01.example:d/1?timeout=10ms|1s to 1h",
        "iscsi://h/iqn.2026-01.example:d/1?chap-file=chap|absolute path",
        "iscsi://h/iqn.2026-01.example:d/1?header-digest=md5|allowed: none, crc32c",
        "iscsi://h/iqn.2026-01.example:d/1?initiator=me|begins with iqn.",
        "iscsi://h/iqn.2026-01.example:d/1?x=%0A|unknown parameter"
      })
  void badNamesAreRefusedWithWhatIsAllowed(String text, String said) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(said);
  }

  // The second is how libiscsi's own programs take it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "iscsi://admin:geheim@h/iqn.2026-01.example:d/1",
        "iscsi://admin%geheim@h/iqn.2026-01.example:d/1",
        "iscsi://admin%25geheim@h/iqn.2026-01.example:d/1",
        LUN + "?password=geheim",
        LUN + "?chap-password=geheim"
      })
  void whatMayBeAPasswordIsNotRepeated(String text) {
    assertThatThrownBy(() -> read(text)).hasMessageNotContaining("geheim");
  }
}
