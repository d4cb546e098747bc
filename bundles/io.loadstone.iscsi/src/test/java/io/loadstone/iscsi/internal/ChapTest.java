package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets: what their file must be like, and what a real server makes of them. */
@Timeout(60)
class ChapTest {
  private static final String SECRET = "swordfish-2026";
  private static final String ITS_SECRET = "haddock-2026-x";

  private @TempDir Path dir = Path.of("");

  private Path file(String permissions, String content) throws IOException {
    Path file = Files.writeString(dir.resolve("chap"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  // ---- the file

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rwx------"})
  void aFileOfItsOwnerWithTwoOrFourLinesIsTaken(String permissions) throws Exception {
    Path two = file(permissions, "lab\n" + SECRET);
    assertThatCode(() -> Chap.check(two)).doesNotThrowAnyException();
    Files.delete(two);
    Path four = file(permissions, "lab\r\n" + SECRET + "\r\narray\r\n" + ITS_SECRET + "\r\n");
    assertThatCode(() -> Chap.check(four)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-", "rw------x"})
  void aFileThatOthersCanReadOrChangeIsRefused(String permissions) throws Exception {
    Path file = file(permissions, "lab\n" + SECRET + "\n");
    assertThatThrownBy(() -> Chap.check(file))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "chap-file " + file + " can be used by others than its owner; say chmod 600 " + file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lab",
        "lab\n",
        "lab\n\n",
        "\n" + SECRET,
        "a\n" + SECRET + "\nb",
        "a\nb\nc\nd\ne"
      })
  void aFileOfAnotherFormIsRefusedWithoutWhatIsInIt(String content) throws Exception {
    Path file = file("rw-------", content);
    assertThatThrownBy(() -> Chap.check(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("chap-file " + file + " has ")
        .hasMessageContaining("it needs a line with the name and one with the secret")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aFileThatIsNoneOrTooLongIsRefused() throws Exception {
    assertThatThrownBy(() -> Chap.check(dir.resolve("nowhere")))
        .hasMessage("chap-file " + dir.resolve("nowhere") + " does not exist");
    assertThatThrownBy(() -> Chap.check(dir)).hasMessage("chap-file " + dir + " is not a file");
    Path file = file("rw-------", "lab\n" + "x".repeat(256));
    assertThatThrownBy(() -> Chap.check(file)).hasMessageContaining("each of 1 to 255 bytes");
    Path long1 = file("rw-------", "x".repeat(5000));
    assertThatThrownBy(() -> Chap.check(long1)).hasMessageContaining("has more than 1028 bytes");
  }

  // ---- a server

  private static int protectedLun(Tgtd server, Path dir) throws IOException {
    server.order("--lld iscsi --op new --mode account --user lab --password " + SECRET);
    server.order("--lld iscsi --op bind --mode account --tid 1 --user lab");
    return server.add(PlainFile.make(dir.resolve("disk"), 1 << 20).path());
  }

  @Test
  void theRightSecretOpensAndAWrongOneDoesNot() throws Exception {
    try (Tgtd server = new Tgtd()) {
      int lun = protectedLun(server, dir);
      Path right = file("rw-------", "lab\n" + SECRET + "\n");
      assertThat(server.target(lun, "chap-file=" + right).sizeBytes()).isEqualTo(1 << 20);
      assertThat(server.target(lun, "chap-file=" + right).description())
          .contains(", CHAP")
          .doesNotContain(SECRET);
      Path wrong = file("rw-------", "lab\nanother-secret\n");
      assertThatThrownBy(() -> server.target(lun, "chap-file=" + wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.portal())
          .hasMessageContaining("refuses the name or the secret in chap-file " + wrong)
          .hasMessageNotContaining("another-secret");
      assertThatThrownBy(() -> server.target(lun))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("wants CHAP")
          .hasMessageContaining("chap-file=/etc/loadstone/chap");
    }
  }

  @Test
  void aServerThatMustProveItselfTooIsNotBelievedWithoutTheRightSecret() throws Exception {
    try (Tgtd server = new Tgtd()) {
      int lun = protectedLun(server, dir);
      server.order("--lld iscsi --op new --mode account --user array --password " + ITS_SECRET);
      server.order("--lld iscsi --op bind --mode account --tid 1 --user array --outgoing");
      Path both = file("rw-------", String.join("\n", "lab", SECRET, "array", ITS_SECRET));
      assertThat(server.target(lun, "chap-file=" + both).sizeBytes()).isEqualTo(1 << 20);
      Path wrong = file("rw-------", String.join("\n", "lab", SECRET, "array", "not-its-secret"));
      assertThatThrownBy(() -> server.target(lun, "chap-file=" + wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.portal())
          .hasMessageNotContaining("not-its-secret");
    }
  }
}
