package io.loadstone.api.quantity;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class KnownNames {
  private KnownNames() {}

  // Nobody mistypes a name of this length; and distances of long texts are slow.
  private static final int LONGEST_WRITTEN = 100;
  private static final int SHORTEST_PART = 3;

  /**
   * The known name nearest to what was written, by edit distance without regard to case; a name
   * that contains what was written, or is contained in it, is as near as one edit.
   *
   * @param written the unknown name
   * @param known the names that exist
   * @return the nearest one; empty if all are further away than half the length of what was written
   *     plus one
   */
  public static Optional<String> nearest(String written, Collection<String> known) {
    if (written.isEmpty() || written.length() > LONGEST_WRITTEN) {
      return Optional.empty();
    }
    return known.stream()
        .min(
            Comparator.<String>comparingInt(k -> distance(written, k))
                .thenComparingInt(k -> edits(written, k))
                .thenComparing(k -> k))
        .filter(k -> distance(written, k) <= written.length() / 2 + 1);
  }

  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    boolean part =
        Math.min(a.length(), b.length()) >= SHORTEST_PART && (a.contains(b) || b.contains(a));
    return part ? Math.min(1, edits(left, right)) : edits(left, right);
  }

  // Levenshtein distance with two rows.
  private static int edits(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
