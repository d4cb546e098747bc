package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void saysWhatIsWrongWithAFolderAndWithAMissingOne() {
    assertThatThrownBy(() -> WholeFile.write(folder, "x")).hasMessageContaining("is a folder");
    assertThatThrownBy(() -> WholeFile.write(folder.resolve("no/such"), "x"))
        .isInstanceOf(CommandFailedException.class)
        .hasMessageContaining("no/such");
  }
}
