package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs in a JVM of its own after all others: nothing of them may be left on the machine. */
class LeftBehindIT {
  @Test
  void noProcess() {
    String base = Dist.OF_THIS_BUILD;
    assertThat(ProcessHandle.allProcesses().map(LeftBehindIT::commandLine))
        .filteredOn(line -> line.contains(base))
        .isEmpty();
  }

  @Test
  void noMount() throws IOException {
    // The kernel writes a blank as \040.
    String base = Dist.OF_THIS_BUILD.replace(" ", "\\040");
    assertThat(Files.readAllLines(Path.of("/proc/self/mounts")))
        .filteredOn(line -> line.contains(base))
        .isEmpty();
  }

  @Test
  void noLoopDevice() {
    assumeTrue(Dist.root(), "only root makes loop devices");
    assertThat(Dist.tool("losetup", "-a")).doesNotContain(Dist.OF_THIS_BUILD);
  }

  // Arguments of other users' processes are in /proc only.
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
    } catch (IOException _) { // it ended meanwhile
      return "";
    }
  }
}
