package io.loadstone.api.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.quantity.InvalidValueException;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUriTest {
  @ParameterizedTest
  @CsvSource({
    "file:/srv/lab/t.dat, file, /srv/lab/t.dat",
    "file:/with blank/100%25 sure+1.dat, file, /with blank/100% sure+1.dat",
    "file:/a%20b, file, /a b",
    "file:/a%3Fb%26c, file, /a?b&c",
    "file:/größe/%C3%A4, file, /größe/ä",
    "noop:, noop, ''",
    "nfs://host/export/t.dat, nfs, //host/export/t.dat",
    "block:/dev/disk/by-id/x:1, block, /dev/disk/by-id/x:1",
  })
  void thePathIsTakenAsItIsWritten(String text, String scheme, String path) {
    assertThat(TargetUri.parse(text)).isEqualTo(new TargetUri(scheme, path, Map.of()));
  }

  @Test
  void parametersFollowAQuestionMark() {
    TargetUri uri = TargetUri.parse("file:/t.dat?size=4GiB&note=a%26b=c d%3F?&empty=");

    assertThat(uri.path()).isEqualTo("/t.dat");
    assertThat(uri.parameters())
        .isEqualTo(Map.of("size", "4GiB", "note", "a&b=c d??", "empty", ""));
    assertThat(uri.parameter("size")).contains("4GiB");
    assertThat(uri.parameter("none")).isEmpty();
  }

  @Test
  void aTextIsAsReadableAsItWasWritten() {
    String text = "sim:law?service=bimodal(1us,2ms,1%25)&stalls=10s+2.5s";
    assertThat(TargetUri.parse(text).text()).isEqualTo(text);
  }

  @Test
  void controlCharactersStayEscapedInWhatPeopleRead() {
    String text = "file:/a%00b%0Ac%1B[2J%7F?x=%0A";
    assertThat(TargetUri.parse(text).path()).isEqualTo("/a\0b\nc\u001b[2J\u007f");
    assertThat(TargetUri.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/srv/t.dat",
        "t.dat",
        "File:/x",
        "1file:/x",
        ":x",
        "file:/a%2",
        "file:/a%zz",
        "file:/a%-1",
        "file:/a%FF%FEb",
        "file:/x?size",
        "file:/x?=1",
        "file:/x?a=1&a=2",
        "file:/x?a=1&",
        "file:/x?a=1&b"
      })
  void whatIsNoTargetIsRefusedWithWhatIs(String text) {
    assertThatThrownBy(() -> TargetUri.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(
            "\""
                + text
                + "\" is not allowed here; allowed: a target URI such as"
                + " file:/srv/lab/t.dat?size=4GiB or noop:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iscsi://admin%geheim@h/d",
        "ISCSI://admin:geheim@h/d",
        "nbd://admin:geheim@h/d?x",
        "nbd://admin:geheim@h/d?x=1&x=2"
      })
  void whatMayBeAPasswordIsNotRepeated(String text) {
    assertThatThrownBy(() -> TargetUri.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("://…@h/d")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void theTextIsReadable() {
    assertThat(new TargetUri("file", "/srv/my lab/t.dat", Map.of("size", "4GiB", "at", "a/b")))
        .hasToString("file:/srv/my lab/t.dat?at=a/b&size=4GiB");
  }

  @Property
  void everyTargetIsReadBackFromItsText(
      @ForAll("paths") String path, @ForAll("parameters") Map<String, String> parameters) {
    TargetUri uri = new TargetUri("file", path, parameters);

    assertThat(TargetUri.parse(uri.text())).isEqualTo(uri);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withChars(" %+?&=/#:;äあ\n\t\u2003\u00A0x2").ofMaxLength(12),
        // Whole characters only: half a surrogate pair has no bytes.
        Arbitraries.strings()
            .ofMaxLength(12)
            .filter(s -> s.codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000)));
  }

  @Provide
  Arbitrary<Map<String, String>> parameters() {
    return Arbitraries.maps(paths().filter(key -> !key.isEmpty()), paths()).ofMaxSize(3);
  }
}
