package io.loadstone.api.quantity;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as people write them. {@code k}, {@code Ki} and {@code KiB} are 1024, {@code KB}
 * is 1000, and so on through {@code M}, {@code G}, {@code T} and {@code P}; {@code B} or nothing is
 * bytes. Prefixes ignore case: {@code 8k} and {@code 8K} are the same, {@code 10mb} is {@code
 * 10MB}.
 */
public final class Sizes {
  /** What {@link #parseBytes} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "a size such as 512, 4KiB, 8k or 1MiB (powers of 1024), or 10MB (powers of 1000)";

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,30}(?:\\.\\d{1,60})?) *([kmgtp]?)(i?)(b?)", Pattern.CASE_INSENSITIVE);
  private static final String PREFIXES = "kmgtp";
  private static final String[] BINARY = {"", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Sizes() {}

  /**
   * Reads a size.
   *
   * @param text such as {@code 4KiB}; a fraction is fine if it gives whole bytes ({@code 0.5KiB})
   * @return bytes, 0 to {@link Long#MAX_VALUE}
   * @throws InvalidValueException if the text is no size, gives no whole number or is too large
   */
  public static long parseBytes(String text) {
    Matcher m = SIZE.matcher(text.strip());
    if (!m.matches() || (m.group(2).isEmpty() && !m.group(3).isEmpty())) {
      throw new InvalidValueException(text, ALLOWED);
    }
    // "KB" alone is decimal; "K", "Ki" and "KiB" are binary.
    boolean decimal = !m.group(2).isEmpty() && m.group(3).isEmpty() && !m.group(4).isEmpty();
    int power =
        m.group(2).isEmpty() ? 0 : PREFIXES.indexOf(m.group(2).toLowerCase(Locale.ROOT)) + 1;
    BigDecimal unit = BigDecimal.valueOf(decimal ? 1000 : 1024).pow(power);
    try {
      return new BigDecimal(m.group(1)).multiply(unit).longValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidValueException(text, ALLOWED + ", in whole bytes up to 8 EiB");
    }
  }

  /**
   * The shortest exact text in binary units.
   *
   * @param bytes 0 or more
   * @return such as {@code 64KiB}; plain bytes if no binary unit divides it
   */
  public static String format(long bytes) {
    int power = 0;
    long value = bytes;
    while (value != 0 && value % 1024 == 0 && power < BINARY.length - 1) {
      value /= 1024;
      power++;
    }
    return value + BINARY[power];
  }
}
