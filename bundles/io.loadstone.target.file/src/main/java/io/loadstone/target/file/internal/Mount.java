package io.loadstone.target.file.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is mounted where a file lies.
 *
 * @param point folder that it is mounted on
 * @param type as the kernel calls it, such as {@code nfs4}
 * @param source the device, or what stands for it
 */
record Mount(String point, String type, String source) {
  private static final Path TABLE = Path.of("/proc/self/mountinfo");
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  /**
   * The mount that holds a path.
   *
   * @param path absolute and real
   * @param typeIfUnknown for what no line of the table fits
   */
  static Mount of(Path path, String typeIfUnknown) {
    try {
      return of(path, typeIfUnknown, Files.readAllLines(TABLE, StandardCharsets.UTF_8));
    } catch (IOException _) { // no /proc here: the type is what statfs told
      return new Mount("/", typeIfUnknown, "unknown device");
    }
  }

  static Mount of(Path path, String typeIfUnknown, List<String> table) {
    Mount best = new Mount("/", typeIfUnknown, "unknown device");
    int bestDepth = -1;
    for (String line : table) {
      // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
      String[] halves = line.split(" - ", 2);
      String[] left = halves[0].split(" ", -1);
      if (halves.length < 2 || left.length < 5) {
        continue;
      }
      Path point = Path.of(unescaped(left[4]));
      // A later line of the same folder hides the earlier one.
      if (path.startsWith(point) && point.getNameCount() >= bestDepth) {
        String[] right = halves[1].split(" ", -1);
        bestDepth = point.getNameCount();
        best = new Mount(point.toString(), right[0], right.length > 1 ? unescaped(right[1]) : "");
      }
    }
    return best;
  }

  /** A phrase: {@code ext4 (/dev/vda, /srv)}. */
  String text() {
    return type + " (" + source + ", " + point + ")";
  }

  /** A field of a table of the kernel, which writes a blank as {@code \\040}. */
  static String unescaped(String field) {
    Matcher octal = OCTAL.matcher(field);
    return octal.replaceAll(
        m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 8))));
  }
}
