package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {
  @TempDir Path folder;

  @Test
  void onlyWhatCannotBeReadIsAProblem() throws Exception {
    Files.writeString(folder.resolve("good.cfg"), "a=1\n# é\n");
    Files.createFile(folder.resolve("empty.cfg"));
    Files.writeString(folder.resolve("other.xml"), "\\u00zz");
    assertThat(ConfigurationFiles.problems(folder)).isEmpty();

    Path broken = Files.writeString(folder.resolve("broken.cfg"), "a=\\u00zz\n");
    Path folderOfThatName = Files.createDirectory(folder.resolve("no.cfg"));
    assertThat(ConfigurationFiles.problems(folder))
        .containsExactly(
            broken
                + " can't be read: a \\u in it is not followed by four hexadecimal digits; what it"
                + " said before holds until that is corrected.",
            folderOfThatName
                + " can't be read: it is no regular file; what it said before holds until that is"
                + " corrected.");
  }

  @Test
  void aFolderThatIsGoneIsAProblem() {
    assertThat(ConfigurationFiles.problems(folder.resolve("gone")))
        .singleElement()
        .asString()
        .contains("The configuration folder " + folder.resolve("gone") + " can't be read");
  }
}
