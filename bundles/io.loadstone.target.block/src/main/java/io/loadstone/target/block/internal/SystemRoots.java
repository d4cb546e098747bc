package io.loadstone.target.block.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the kernel tells of devices.
 *
 * @param proc as {@code /proc}
 * @param sys as {@code /sys}
 * @param dev as {@code /dev}
 */
record SystemRoots(Path proc, Path sys, Path dev) {
  static final SystemRoots HERE =
      new SystemRoots(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  /** The text of an attribute, without blanks around it; empty if it is not there or empty. */
  static Optional<String> text(Path file) {
    try {
      // Vendors pad with blanks and zero bytes, in whatever encoding.
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return Optional.of(text.replace("\0", "").strip()).filter(t -> !t.isEmpty());
    } catch (IOException _) { // an attribute that this kind of device does not have, or unplugged
      return Optional.empty();
    }
  }

  /** The number in an attribute; 0 if it is not there. */
  static long number(Path file) {
    return text(file).map(Long::parseLong).orElse(0L);
  }

  /** The names in a folder, in order; none if it is not there. */
  static List<String> names(Path folder, String glob) {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
        entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
      } catch (IOException _) { // unplugged meanwhile
        return List.of();
      }
    }
    return names.stream().sorted().toList();
  }

  /** Lines of a table of the kernel; none if it has no such table. */
  List<String> table(String name) throws IOException {
    Path file = proc.resolve(name);
    return Files.isReadable(file)
        ? Files.readAllLines(file, StandardCharsets.ISO_8859_1)
        : List.of();
  }
}
