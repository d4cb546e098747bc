package io.loadstone.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies what is shipped into the configuration folder where there is none; never overwrites. */
final class DefaultConfiguration {
  private DefaultConfiguration() {}

  /**
   * Copies missing files. A folder such as {@code plans/} is copied only as a whole: what the
   * administrator deleted from it stays deleted.
   */
  static void copyMissing(Path shipped, Path config) throws IOException {
    for (Path from : list(shipped)) {
      Path to = config.resolve(from.getFileName().toString());
      if (Files.exists(to)) {
        continue;
      }
      if (!Files.isWritable(config)) {
        throw new IOException(
            "%s is missing, and the folder is not writable for user %s; copy it there from %s"
                .formatted(to, System.getProperty("user.name"), from));
      }
      if (Files.isDirectory(from)) {
        Files.createDirectory(to);
        for (Path file : list(from)) {
          Files.copy(file, to.resolve(file.getFileName().toString()));
        }
      } else {
        Files.copy(from, to);
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }
}
