package io.loadstone.api.quantity;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shares of 100 as people write them: {@code 60%}, {@code 33.3%}, or the bare number. */
public final class Percentages {
  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED = "a share from 0% to 100%, such as 60%";

  private static final Pattern PERCENT = Pattern.compile("(\\d{1,30}(?:\\.\\d{1,60})?) *%?");

  private Percentages() {}

  /**
   * Reads a share.
   *
   * @param text such as {@code 60%}
   * @return 0.0 to 100.0
   * @throws InvalidValueException if the text is no share or above 100
   */
  public static double parse(String text) {
    Matcher m = PERCENT.matcher(text.strip());
    if (!m.matches()) {
      throw new InvalidValueException(text, ALLOWED);
    }
    double percent = Double.parseDouble(m.group(1));
    if (percent > 100) {
      throw new InvalidValueException(text, ALLOWED);
    }
    return percent;
  }

  /** The shortest exact text, such as {@code 60%}. */
  public static String format(double percent) {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
