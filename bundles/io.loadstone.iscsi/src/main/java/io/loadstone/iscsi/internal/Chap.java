package io.loadstone.iscsi.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The names and secrets of CHAP, from a file that nobody but its owner can read: a line with this
 * side's name and one with its secret; for a server that has to prove itself as well, a line with
 * its name and one with its secret follow. The file is read at each login, and no secret is kept.
 */
final class Chap {
  private static final Set<PosixFilePermission> OF_ITS_OWNER =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);
  private static final int ONE_WAY = 2;
  private static final int MUTUAL = 4;
  // What the library has room for.
  private static final int MOST_BYTES = 255;
  private static final int MOST_FILE_BYTES = MUTUAL * (MOST_BYTES + 2);

  private Chap() {}

  /**
   * Whether a file could be used now.
   *
   * @throws IOException if not; the message never has what is in it
   */
  static void check(Path file) throws IOException {
    with(file, lines -> {});
  }

  /** Gives a session what is in a file, before its login. */
  static void prove(Path file, long context) throws IOException {
    with(
        file,
        lines -> {
          Libiscsi.setSecret(context, lines.get(0), lines.get(1));
          if (lines.size() == MUTUAL) {
            Libiscsi.setTargetSecret(context, lines.get(2), lines.get(3));
          }
        });
  }

  private static void with(Path file, Consumer<List<MemorySegment>> use) throws IOException {
    byte[] content = content(file);
    try (Arena arena = Arena.ofConfined()) {
      List<MemorySegment> lines = lines(file, content, arena);
      try {
        use.accept(lines);
      } finally {
        lines.forEach(line -> line.fill((byte) 0));
      }
    } finally {
      Arrays.fill(content, (byte) 0);
    }
  }

  private static byte[] content(Path file) throws IOException {
    try {
      PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw refused(file, "is not a file");
      }
      if (!OF_ITS_OWNER.containsAll(attributes.permissions())) {
        throw refused(file, "can be used by others than its owner; say chmod 600 " + file);
      }
      if (attributes.size() > MOST_FILE_BYTES) {
        throw refused(file, "has more than " + MOST_FILE_BYTES + " bytes; " + form());
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IOException("chap-file " + file + " does not exist", e);
    }
  }

  private static List<MemorySegment> lines(Path file, byte[] content, Arena arena)
      throws IOException {
    List<byte[]> lines = split(content);
    try {
      boolean sizes = lines.stream().allMatch(line -> line.length > 0 && line.length <= MOST_BYTES);
      if (!sizes || (lines.size() != ONE_WAY && lines.size() != MUTUAL)) {
        throw refused(
            file, "has " + lines.size() + " lines, or an empty or too long one; " + form());
      }
      return lines.stream()
          .map(
              line -> {
                MemorySegment text = arena.allocate(line.length + 1L);
                text.copyFrom(MemorySegment.ofArray(line));
                return text;
              })
          .toList();
    } finally {
      lines.forEach(line -> Arrays.fill(line, (byte) 0));
    }
  }

  private static List<byte[]> split(byte[] content) {
    List<byte[]> lines = new ArrayList<>();
    int from = 0;
    for (int at = 0; at <= content.length; at++) {
      if (at == content.length ? from < at : content[at] == '\n') {
        int to = at > from && content[at - 1] == '\r' ? at - 1 : at;
        lines.add(Arrays.copyOfRange(content, from, to));
        from = at + 1;
      }
    }
    return lines;
  }

  private static String form() {
    return "it needs a line with the name and one with the secret, and for a server that proves"
        + " itself too a line with its name and one with its secret, each of 1 to "
        + MOST_BYTES
        + " bytes";
  }

  private static IOException refused(Path file, String why) {
    return new IOException("chap-file " + file + " " + why);
  }
}
