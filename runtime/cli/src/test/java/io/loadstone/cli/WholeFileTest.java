package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir Path folder;

  @Test
  void replacesAFileThroughALinkAndLeavesNothingElseBehind() throws Exception {
    Path file = Files.writeString(folder.resolve("real"), "old, and longer than the new one");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    WholeFile.write(link, "new");

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
    assertThat(folder).isDirectoryNotContaining(p -> p.toString().endsWith(".next"));
  }

  /**
   * B117: what somebody reads at any moment is what a kill at that moment would leave; thousands of
   * moments are looked at.
   */
  @Test
  void isWholeAtAnyMoment() throws Exception {
    Path file = folder.resolve("result.json");
    String[] versions = {"[" + "1,".repeat(50_000) + "1]", "[" + "2,".repeat(200_000) + "2]"};
    WholeFile.write(file, versions[0]);
    AtomicBoolean ended = new AtomicBoolean();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    WholeFile.write(file, versions[i % 2]);
                  }
                  ended.set(true);
                });
    while (writer.isAlive()) {
      assertThat(Files.readString(file)).isIn(versions[0], versions[1]);
    }
    assertThat(ended).isTrue();
  }

  @Test
  void saysWhatIsWrongWithAFolderAndWithAMissingOne() {
    assertThatThrownBy(() -> WholeFile.write(folder, "x")).hasMessageContaining("is a folder");
    assertThatThrownBy(() -> WholeFile.write(folder.resolve("no/such"), "x"))
        .isInstanceOf(CommandFailedException.class)
        .hasMessageContaining("no/such");
  }

  /** /dev/full answers as a full disk does. */
  @Test
  void aWriteThatFailsIsAFailureAndNotBadUsage() {
    assertThatThrownBy(() -> WholeFile.write(Path.of("/dev/full"), "x"))
        .isInstanceOfSatisfying(
            CommandFailedException.class,
            e -> assertThat(e.exitStatus()).isEqualTo(ExitStatus.FAILED))
        .hasMessageContaining("/dev/full could not be written: No space left on device");
  }

  @Test
  void tryingBeforehandLeavesNothingBehind() {
    WholeFile.refuseHopeless(folder.resolve("out.csv"));

    assertThat(folder).isEmptyDirectory();
  }
}
