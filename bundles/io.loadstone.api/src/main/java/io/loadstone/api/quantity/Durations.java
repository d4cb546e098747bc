package io.loadstone.api.quantity;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 500ms}, {@code 3s}, {@code 10m}. */
public final class Durations {
  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "a time with its unit (ns, us, ms, s, m or h), such as 500ms, 3s or 10m";

  private static final Pattern TIME =
      Pattern.compile("(\\d{1,30}(?:\\.\\d{1,60})?) *(ns|us|ms|s|m|h)?");
  // Longest first, as format() wants them.
  private static final List<String> UNITS = List.of("h", "m", "s", "ms", "us", "ns");
  private static final long[] UNIT_NS = {
    3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
  };

  private Durations() {}

  /**
   * Reads a time.
   *
   * @param text such as {@code 1.5s}; a bare {@code 0} needs no unit
   * @return 0 to about 292 years, in whole nanoseconds
   * @throws InvalidValueException if the text is no time, has no unit or is too long
   */
  public static Duration parse(String text) {
    Matcher m = TIME.matcher(text.strip());
    if (!m.matches() || (m.group(2) == null && new BigDecimal(m.group(1)).signum() != 0)) {
      throw new InvalidValueException(text, ALLOWED);
    }
    long unit = m.group(2) == null ? 1 : UNIT_NS[UNITS.indexOf(m.group(2))];
    try {
      return Duration.ofNanos(
          new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact());
    } catch (ArithmeticException e) {
      throw new InvalidValueException(text, ALLOWED + ", in whole nanoseconds up to 292 years");
    }
  }

  /**
   * The shortest exact text.
   *
   * @return such as {@code 90s}, {@code 2m} or {@code 0s}
   */
  public static String format(Duration time) {
    long ns = time.toNanos();
    if (ns == 0) {
      return "0s";
    }
    int unit = 0;
    while (ns % UNIT_NS[unit] != 0) {
      unit++;
    }
    return ns / UNIT_NS[unit] + UNITS.get(unit);
  }
}
