package io.loadstone.api.quantity;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much is asked for in a second: operations ({@code 5000/s}) or bytes ({@code 200MB/s}).
 *
 * @param unit what is counted
 * @param perSecond operations, 0.001 to 100,000,000; or bytes, 1 to 10^12
 */
public record Rate(Unit unit, double perSecond) {
  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "operations a second from 0.001 to 100000000, such as 5000 or 5000/s, or bytes a second from"
          + " 1B/s to 1TB/s, such as 200MB/s or 100MiB/s";

  private static final Pattern OPERATIONS =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,15})?) *(?:/s)?");
  private static final Pattern BYTES =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,15})? *(?:[kmgtKMGT]i?)?[bB])/s");
  private static final double LEAST_OPERATIONS = 0.001;
  private static final double MOST_OPERATIONS = 1e8;
  private static final double MOST_BYTES = 1e12;
  private static final long MB = 1_000_000;

  public Rate {
    boolean allowed =
        unit == Unit.OPERATIONS
            ? perSecond >= LEAST_OPERATIONS && perSecond <= MOST_OPERATIONS
            : perSecond >= 1 && perSecond <= MOST_BYTES;
    if (!allowed) {
      throw new InvalidValueException(plain(perSecond) + unit.suffix, ALLOWED);
    }
  }

  /**
   * Reads a rate.
   *
   * @param text such as {@code 5000}, {@code 0.5/s} or {@code 200MB/s}
   * @throws InvalidValueException if the text is no rate or out of range
   */
  public static Rate parse(String text) {
    String stripped = text.strip();
    Matcher bytes = BYTES.matcher(stripped);
    Matcher operations = OPERATIONS.matcher(stripped);
    try {
      if (bytes.matches()) {
        return new Rate(Unit.BYTES, Sizes.parseBytes(bytes.group(1)));
      }
      if (operations.matches()) {
        return new Rate(Unit.OPERATIONS, Double.parseDouble(operations.group(1)));
      }
    } catch (InvalidValueException e) {
      throw new InvalidValueException(text, ALLOWED);
    }
    throw new InvalidValueException(text, ALLOWED);
  }

  /** A rate of operations. */
  public static Rate ofOperations(double perSecond) {
    return new Rate(Unit.OPERATIONS, perSecond);
  }

  /** A rate of bytes. */
  public static Rate ofBytes(double perSecond) {
    return new Rate(Unit.BYTES, perSecond);
  }

  /** The shortest exact text, such as {@code 5000/s}, {@code 200MB/s} or {@code 100MiB/s}. */
  public String format() {
    if (unit == Unit.OPERATIONS || perSecond != Math.rint(perSecond)) {
      return plain(perSecond) + unit.suffix;
    }
    long bytes = (long) perSecond;
    if (bytes % MB == 0) {
      return bytes / MB + "MB/s";
    }
    String size = Sizes.format(bytes);
    return size + (Character.isDigit(size.charAt(size.length() - 1)) ? "B/s" : "/s");
  }

  /** Operations in a second, if each has this many bytes. */
  public double operationsPerSecond(double meanBytes) {
    return unit == Unit.OPERATIONS ? perSecond : perSecond / meanBytes;
  }

  private static String plain(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }

  /** What a rate counts. */
  public enum Unit {
    OPERATIONS("/s"),
    BYTES("B/s");

    private final String suffix;

    Unit(String suffix) {
      this.suffix = suffix;
    }
  }
}
