package io.loadstone.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A small file of lines {@code key=value}; a key may come several times.
 *
 * @param lines as read
 */
record KeyedLines(List<String> lines) {
  KeyedLines {
    lines = List.copyOf(lines);
  }

  static KeyedLines read(Path file) throws IOException {
    return new KeyedLines(Files.readAllLines(file));
  }

  Optional<String> first(String key) {
    return all(key).stream().findFirst();
  }

  List<String> all(String key) {
    String begin = key + "=";
    return lines.stream()
        .filter(line -> line.startsWith(begin))
        .map(line -> line.substring(begin.length()))
        .toList();
  }
}
