package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileReasonTest {
  @Test
  void speaksOfTheSystemAndNotOfTheJdk() {
    assertThat(FileReason.of(new FileSystemException("/a/lock", null, "Not a directory")))
        .isEqualTo("Not a directory");
    assertThat(FileReason.of(new NoSuchFileException("/a")))
        .isEqualTo("there is no such file or folder");
    assertThat(FileReason.of(new AccessDeniedException("/a"))).isEqualTo("permission denied");
    assertThat(FileReason.of(new IOException("Stream closed"))).isEqualTo("Stream closed");
    assertThat(FileReason.of(new IOException())).isEqualTo("IOException");
  }
}
