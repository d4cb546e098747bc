package io.loadstone.http.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** The folder of what only the agent's user may read. Files appear whole or not at all. */
final class ControlFolder {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private final Path folder;

  /** The folder {@code control} in a data folder, made if it is missing, closed to others. */
  ControlFolder(Path dataFolder) throws IOException {
    folder = dataFolder.resolve("control");
    try {
      Files.createDirectories(dataFolder);
      if (!Files.isDirectory(folder)) {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
      }
      Files.setPosixFilePermissions(folder, FOLDER);
    } catch (IOException e) {
      throw new IOException(
          "The folder "
              + folder
              + " can't be made and closed to others ("
              + e
              + "); give the data folder to the agent's user.");
    }
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** What is in a file; bytes that are no text are marked, so that its reader finds the damage. */
  Optional<String> read(String name) throws IOException {
    try {
      return Optional.of(new String(Files.readAllBytes(path(name)), StandardCharsets.UTF_8));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  void write(String name, String text) throws IOException {
    Path draft =
        Files.createTempFile(
            folder, "." + name + "-", null, PosixFilePermissions.asFileAttribute(FILE));
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, path(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  void delete(String name) throws IOException {
    Files.deleteIfExists(path(name));
  }
}
