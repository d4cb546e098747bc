package io.loadstone.itests.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A block device of its own for one test: a loop device that the user of the agents may use. */
final class LoopDisk implements AutoCloseable {
  /** A link to the device, for a configuration that was written before it was there. */
  static final Path ALLOWED = Path.of("/dev/loadstone-it-" + ProcessHandle.current().pid());

  private final Path image;
  private final Path node;

  private LoopDisk(Path image, Path node) {
    this.image = image;
    this.node = node;
  }

  /** One that {@link #ALLOWED} leads to; of zeroes. */
  static LoopDisk allowed(int mebibytes) {
    LoopDisk disk = any(mebibytes);
    try {
      Files.createSymbolicLink(ALLOWED, disk.node);
      return disk;
    } catch (IOException e) {
      disk.close();
      throw new UncheckedIOException(e);
    }
  }

  /** One that nothing leads to; of zeroes. */
  static LoopDisk any(int mebibytes) {
    assumeTrue(Dist.root(), "attaching a loop device needs root");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this machine has no loop devices");
    Path image = Dist.scratch().resolve("disk-" + System.nanoTime() + ".img");
    Dist.tool("truncate", "-s", mebibytes + "M", image.toString());
    Path node = Path.of(Dist.tool("losetup", "--show", "-f", image.toString()).strip());
    Dist.give(node);
    return new LoopDisk(image, node);
  }

  Path node() {
    return node;
  }

  Path image() {
    return image;
  }

  /**
   * Takes the medium away, as the kernel shows a disk that was pulled: of size 0, with no error.
   */
  void vanish() {
    Dist.tool("truncate", "-s", "0", image.toString());
    Dist.tool("losetup", "-c", node.toString());
  }

  @Override
  public void close() {
    try {
      if (Files.isSymbolicLink(ALLOWED) && Files.readSymbolicLink(ALLOWED).equals(node)) {
        Files.delete(ALLOWED);
      }
      Dist.tool("chown", "0:0", node.toString());
      Dist.tool("losetup", "-d", node.toString());
      Files.delete(image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
