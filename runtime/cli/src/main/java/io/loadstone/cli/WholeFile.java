package io.loadstone.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Writes a file so that nobody ever sees half of it; replaces one that is there, as cp does. */
final class WholeFile {
  private WholeFile() {}

  /**
   * Says beforehand what would make {@link #write} fail for sure: nobody runs for hours in vain.
   */
  static void refuseHopeless(Path file) {
    if (Files.isDirectory(file)) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT, file + " is a folder; name a file in it");
    }
    Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
    if (!Files.isDirectory(folder)) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT,
          "%s can't be written: there is no folder %s".formatted(file, folder));
    }
    if (!Files.isWritable(Files.exists(file) && !Files.isRegularFile(file) ? file : folder)) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT, "%s can't be written: you may not write there".formatted(file));
    }
  }

  static void write(Path file, String text) {
    refuseHopeless(file);
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        Files.writeString(file, text); // a pipe or a device such as /dev/stdout
        return;
      }
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      Path next =
          target.resolveSibling(
              "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".next");
      try {
        writeDurably(next, text);
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.FAILED, "%s can't be written: %s".formatted(file, FileReason.of(e)), e);
    }
  }

  private static void writeDurably(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
