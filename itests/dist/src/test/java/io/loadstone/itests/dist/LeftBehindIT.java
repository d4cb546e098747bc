package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Runs last: nothing of the other tests may be left on the machine. */
@Order(Integer.MAX_VALUE)
class LeftBehindIT {
  @Test
  void noProcess() {
    String base = Dist.BASE.toString();
    assertThat(ProcessHandle.allProcesses().map(LeftBehindIT::commandLine))
        .filteredOn(line -> line.contains(base))
        .isEmpty();
  }

  @Test
  void noMount() throws IOException {
    // The kernel writes a blank as \040.
    String base = Dist.BASE.toString().replace(" ", "\\040");
    assertThat(Files.readAllLines(Path.of("/proc/self/mounts")))
        .filteredOn(line -> line.contains(base))
        .isEmpty();
  }

  @Test
  void noLoopDevice() {
    assumeTrue(Dist.root(), "only root makes loop devices");
    assertThat(Dist.tool("losetup", "-a")).doesNotContain(Dist.BASE.toString());
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
