package io.loadstone.target.block.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A loop device on a file of its own, detached when it is closed. */
final class LoopDevice implements AutoCloseable {
  static final long SIZE_BYTES = 32L << 20;

  private final Path image;
  private final String device;
  private final List<Integer> partitions = new ArrayList<>();
  private boolean detached;

  private LoopDevice(Path image, String device) {
    this.image = image;
    this.device = device;
  }

  /** Attaches a new file of zeroes below {@code dir}, or skips the test with the reason. */
  static LoopDevice blank(Path dir, String... options) throws IOException, InterruptedException {
    return of(file(dir.resolve("image-" + System.nanoTime())), options);
  }

  /** Attaches what is there. */
  static LoopDevice of(Path image, String... options) throws IOException, InterruptedException {
    assumeTrue(
        FileStatus.of(Path.of("/proc/self")).uid() == 0, "skipped: needs root, for loop devices");
    String[] command = new String[options.length + 4];
    System.arraycopy(new String[] {"losetup", "-f", "--show"}, 0, command, 0, 3);
    System.arraycopy(options, 0, command, 3, options.length);
    command[command.length - 1] = image.toString();
    return new LoopDevice(image, Commands.output(command));
  }

  static Path file(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(SIZE_BYTES);
    }
    return path;
  }

  String device() {
    return device;
  }

  Path node() {
    return Path.of(device);
  }

  Path image() {
    return image;
  }

  TargetUri uri() {
    return new TargetUri("block", device, Map.of());
  }

  /** Puts bytes there; each character is one. */
  LoopDevice put(long offsetBytes, String bytes) throws IOException {
    return put(offsetBytes, bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  LoopDevice put(long offsetBytes, byte[] bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(device, "rw")) {
      file.seek(offsetBytes);
      file.write(bytes);
      file.getFD().sync();
    }
    return this;
  }

  /** Tells the kernel of a partition; it reads no tables here. */
  Path addPartition(int number, long startSector, long sectors)
      throws IOException, InterruptedException {
    Commands.output("addpart", device, "" + number, "" + startSector, "" + sectors);
    partitions.add(number);
    return Path.of(device + "p" + number);
  }

  // A partition would stay with the number of the device, for whoever gets that next.
  private void removePartitions() throws IOException, InterruptedException {
    for (int number : partitions) {
      Commands.output("delpart", device, "" + number);
    }
    partitions.clear();
  }

  void detach() throws IOException, InterruptedException {
    Commands.output("losetup", "-d", device);
    detached = true;
  }

  @Override
  public void close() throws IOException {
    if (detached) {
      return;
    }
    try {
      removePartitions();
      detach();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
