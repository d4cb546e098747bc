package io.loadstone.target.file.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small ext4 on a loop device, gone when it is closed. */
final class LoopFileSystem implements AutoCloseable {
  private static final long SIZE_BYTES = 32L << 20;

  private final Path point;
  private final String device;

  private LoopFileSystem(Path point, String device) {
    this.point = point;
    this.device = device;
  }

  /** Mounts one below {@code dir}, or skips the test with the reason. */
  static LoopFileSystem mount(Path dir, int sectorBytes, String... mkfsOptions)
      throws IOException, InterruptedException {
    assumeTrue(FileStatus.of(Path.of("/proc/self")).uid() == 0, "skipped: needs root, to mount");
    for (String program : new String[] {"losetup", "mkfs.ext4", "mount", "umount"}) {
      assumeTrue(Commands.succeeds("which", program), "skipped: " + program + " is not there");
    }
    Path image = dir.resolve("image");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(SIZE_BYTES);
    }
    String device;
    try {
      device =
          Commands.output(
              "losetup", "-f", "--show", "--sector-size", "" + sectorBytes, image.toString());
    } catch (IOException e) {
      assumeTrue(false, "skipped: no loop device can be had: " + e.getMessage());
      throw e;
    }
    LoopFileSystem made = new LoopFileSystem(Files.createDirectory(dir.resolve("mnt")), device);
    boolean mounted = false;
    try {
      String[] mkfs = {"mkfs.ext4", "-q", "-F"};
      String[] command = new String[mkfs.length + mkfsOptions.length + 1];
      System.arraycopy(mkfs, 0, command, 0, mkfs.length);
      System.arraycopy(mkfsOptions, 0, command, mkfs.length, mkfsOptions.length);
      command[command.length - 1] = device;
      Commands.output(command);
      Commands.output("mount", device, made.point.toString());
      mounted = true;
      return made;
    } finally {
      if (!mounted) {
        Commands.succeeds("losetup", "-d", device);
      }
    }
  }

  Path point() {
    return point;
  }

  String device() {
    return device;
  }

  void remount(String options) throws IOException, InterruptedException {
    Commands.output("mount", "-o", "remount," + options, point.toString());
  }

  @Override
  public void close() throws IOException {
    try {
      Commands.output("umount", point.toString());
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      detach();
    }
  }

  private void detach() {
    try {
      Commands.succeeds("losetup", "-d", device);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
