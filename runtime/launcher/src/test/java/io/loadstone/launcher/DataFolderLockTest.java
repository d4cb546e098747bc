package io.loadstone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.launcher.DataFolderLock.DataFolderInUseException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderLockTest {
  @TempDir Path data;

  @Test
  void refusesASecondHolderAndNamesThePidOfTheFirst() throws Exception {
    try (DataFolderLock _ = DataFolderLock.acquire(data)) {
      assertThatThrownBy(() -> DataFolderLock.acquire(data))
          .isInstanceOf(DataFolderInUseException.class)
          .hasMessageContaining("pid " + ProcessHandle.current().pid() + " ")
          .hasMessageContaining(data.toString())
          .hasMessageContaining("loadstone stop");
    }
  }

  @Test
  void canBeTakenAgainOnceReleasedWhateverTheFileHolds() throws Exception {
    Files.writeString(data.resolve("lock"), "999999999999 of an agent that was killed\n");
    DataFolderLock.acquire(data).close();
    try (DataFolderLock _ = DataFolderLock.acquire(data)) {
      assertThat(data.resolve("lock")).hasContent(ProcessHandle.current().pid() + "\n");
    }
  }
}
