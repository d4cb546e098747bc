package io.loadstone.itests.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A control group whose reads of one device the kernel holds at a rate: a device of known speed,
 * however busy the machine is. It goes away at the end; what is in it goes back to the top.
 */
final class Throttle implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup/blkio");
  private static final String RATE = "blkio.throttle.read_iops_device";

  private final Path group;

  private Throttle(Path group) {
    this.group = group;
  }

  /** Holds reads of this device. */
  static Throttle readsPerSecond(String device, int rate) throws IOException {
    assumeTrue(Dist.root(), "a control group needs root");
    assumeTrue(
        Files.isWritable(GROUPS.resolve("cgroup.procs")),
        "there is no group of version 1 that throttles block devices");
    Path group = Files.createDirectory(GROUPS.resolve("loadstone-it-" + System.nanoTime()));
    Throttle throttle = new Throttle(group);
    try {
      Path numbers = Path.of("/sys/class/block", Path.of(device).getFileName().toString(), "dev");
      assumeTrue(Files.exists(group.resolve(RATE)), "this kernel does not throttle block devices");
      Files.writeString(group.resolve(RATE), Files.readString(numbers).strip() + " " + rate);
      return throttle;
    } catch (IOException | RuntimeException e) {
      throttle.close();
      throw e;
    }
  }

  /** Takes a process in, with all its threads. */
  void takeIn(long pid) throws IOException {
    Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
  }

  /** The same command in the group. */
  String[] inside(String... command) {
    String[] all = new String[command.length + 5];
    all[0] = "sh";
    all[1] = "-c";
    all[2] = "echo $$ >\"$1\"; shift; exec \"$@\"";
    all[3] = "-";
    all[4] = group.resolve("cgroup.procs").toString();
    System.arraycopy(command, 0, all, 5, command.length);
    return all;
  }

  @Override
  public void close() {
    try {
      for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
        Files.writeString(GROUPS.resolve("cgroup.procs"), pid);
      }
      Files.delete(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
