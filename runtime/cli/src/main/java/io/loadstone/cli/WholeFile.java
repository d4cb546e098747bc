package io.loadstone.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes a file so that nobody ever sees half of it; replaces one that is there, as cp does. */
final class WholeFile {
  private WholeFile() {}

  /**
   * Says beforehand what would make {@link #write} fail for sure: nobody runs for hours in vain.
   * Only making a file tells whether one can be made: root may write everywhere, but not on what is
   * mounted read-only, nor in /proc.
   */
  static void refuseHopeless(Path file) {
    if (file.toString().isBlank()) {
      throw new CommandFailedException(ExitStatus.BAD_INPUT, "a blank is no name of a file");
    }
    if (Files.isDirectory(file)) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT, file + " is a folder; name a file in it");
    }
    Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
    if (!Files.isDirectory(folder)) {
      throw cannotBeMade(file, "there is no folder " + folder, null);
    }
    try {
      if (!isOtherThanAFile(file)) {
        Path next = next(target(file));
        Files.deleteIfExists(Files.createFile(next));
      } else if (!Files.isWritable(file)) {
        throw new AccessDeniedException(file.toString());
      }
    } catch (NoSuchFileException e) {
      throw cannotBeMade(file, "no file can be made in " + folder, e);
    } catch (IOException e) {
      throw cannotBeMade(file, FileReason.of(e), e);
    }
  }

  private static CommandFailedException cannotBeMade(
      Path file, String why, @Nullable IOException cause) {
    return new CommandFailedException(
        ExitStatus.BAD_INPUT, "%s can't be written: %s".formatted(file, why), cause);
  }

  static void write(Path file, String text) {
    refuseHopeless(file);
    try {
      if (isOtherThanAFile(file)) {
        Files.writeString(file, text);
        return;
      }
      Path target = target(file);
      Path next = next(target);
      try {
        writeDurably(next, text);
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.FAILED,
          "%s could not be written: %s; what was there is unchanged"
              .formatted(file, FileReason.of(e)),
          e);
    }
  }

  /** A pipe or a device such as /dev/stdout. */
  private static boolean isOtherThanAFile(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private static Path target(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
  }

  private static Path next(Path target) {
    return target.resolveSibling(
        "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".next");
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
