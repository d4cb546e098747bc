package io.loadstone.target.file.internal;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds out whether the system itself keeps something in a file: swapped memory, or a block device
 * on top of it. The kernel lets everybody write to such a file, even to one that Loadstone made and
 * somebody then put a file system into.
 *
 * @param swaps lists swap space, as {@code /proc/swaps} does
 * @param blockDevices holds a folder for each, as {@code /sys/block} does
 */
record SystemUse(Path swaps, Path blockDevices) {
  static final SystemUse HERE = new SystemUse(Path.of("/proc/swaps"), Path.of("/sys/block"));

  /** Refuses a file that the system uses. */
  void refuse(Path path, FileStatus status) throws TargetRefusedException {
    try {
      if (isSwap(status)) {
        throw refused(path, "is swap space in use", "swapoff " + path);
      }
      Optional<String> device = loopDevice(status);
      if (device.isPresent()) {
        throw refused(
            path,
            "is what the device " + device.get() + " is kept in, with whatever is on it",
            "umount that and losetup -d " + device.get());
      }
    } catch (IOException e) {
      throw new TargetRefusedException(
          Kind.SAFETY, "Whether the system uses " + path + " can't be told: " + e);
    }
  }

  private static TargetRefusedException refused(Path path, String fact, String cure) {
    return new TargetRefusedException(
        Kind.SAFETY,
        path + " " + fact + "; take another file, or, if it may be lost, " + cure + " first");
  }

  private boolean isSwap(FileStatus status) throws IOException {
    if (!Files.isReadable(swaps)) {
      return false; // a kernel without swap
    }
    for (String line : Files.readAllLines(swaps, StandardCharsets.UTF_8)) {
      // /swap\040file   file   1048572   0   -2
      if (line.startsWith("/") && leadsTo(Mount.unescaped(line.split("\\s", 2)[0]), status)) {
        return true;
      }
    }
    return false;
  }

  private Optional<String> loopDevice(FileStatus status) throws IOException {
    if (!Files.isDirectory(blockDevices)) {
      return Optional.empty(); // no /sys here
    }
    try (DirectoryStream<Path> loops = Files.newDirectoryStream(blockDevices, "loop*")) {
      for (Path loop : loops) {
        Path backing = loop.resolve("loop/backing_file");
        if (Files.isReadable(backing) && leadsTo(Files.readString(backing).strip(), status)) {
          return Optional.of("/dev/" + loop.getFileName());
        }
      }
    }
    return Optional.empty();
  }

  private static boolean leadsTo(String path, FileStatus status) {
    try {
      return FileStatus.of(Path.of(path)).isSameFile(status);
    } catch (NativeIoException _) { // deleted since, or of another mount namespace
      return false;
    }
  }
}
