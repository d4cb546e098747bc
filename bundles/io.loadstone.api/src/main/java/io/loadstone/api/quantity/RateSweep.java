package io.loadstone.api.quantity;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rates that a sweep goes through, in order: {@code 5000/s}, {@code 1000..5000 step 1000},
 * {@code 50MB/s..800MB/s x2}, or a list of these such as {@code 1000,2000,5000}.
 *
 * @param text as it was written, for printing the plan again
 * @param values 1 to {@value Sweep#MAX_VALUES} rates of one unit, in the order of use
 */
public record RateSweep(String text, List<Rate> values) {
  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      Rate.ALLOWED
          + "; or a range of them such as 1000..5000 step 1000 or 50MB/s..800MB/s x2, or a list such"
          + " as 1000,2000,5000";

  private static final Pattern RANGE =
      Pattern.compile("([^.]+(?:\\.\\d+)?[^.]*?)\\.\\.(.+?) +(?:step +(\\S.*)|x *(\\d{1,9}))");

  public RateSweep {
    values = List.copyOf(values);
    if (values.isEmpty()
        || values.size() > Sweep.MAX_VALUES
        || values.stream().map(Rate::unit).distinct().count() > 1) {
      throw new InvalidValueException(
          text, ALLOWED + "; with 1 to " + Sweep.MAX_VALUES + " values of one unit");
    }
  }

  /** A sweep of a single rate. */
  public static RateSweep of(Rate rate) {
    return new RateSweep(rate.format(), List.of(rate));
  }

  /**
   * Reads a sweep.
   *
   * @throws InvalidValueException if the text is none of the forms, or a bound is broken
   */
  public static RateSweep parse(String text) {
    String stripped = text.strip();
    List<Rate> values = new ArrayList<>();
    try {
      for (String part : stripped.split(",", -1)) {
        Matcher range = RANGE.matcher(part.strip());
        if (range.matches()) {
          expand(range, values);
        } else {
          values.add(Rate.parse(part));
        }
      }
    } catch (InvalidValueException e) {
      throw new InvalidValueException(text, ALLOWED);
    }
    return new RateSweep(stripped, values);
  }

  private static void expand(Matcher range, List<Rate> values) {
    Rate from = Rate.parse(range.group(1));
    Rate to = Rate.parse(range.group(2));
    boolean multiplies = range.group(4) != null;
    Rate step = multiplies ? from : Rate.parse(range.group(3));
    long factor = multiplies ? Long.parseLong(range.group(4)) : 1;
    if (from.unit() != to.unit()
        || from.unit() != step.unit()
        || from.perSecond() > to.perSecond()
        || (multiplies && factor < 2)) {
      throw new InvalidValueException(range.group(), ALLOWED);
    }
    // In decimal, so that 0.1 step 0.1 meets its end.
    BigDecimal by = multiplies ? BigDecimal.valueOf(factor) : BigDecimal.valueOf(step.perSecond());
    BigDecimal end = BigDecimal.valueOf(to.perSecond());
    BigDecimal value = BigDecimal.valueOf(from.perSecond());
    while (value.compareTo(end) <= 0 && values.size() <= Sweep.MAX_VALUES) {
      values.add(new Rate(from.unit(), value.doubleValue()));
      value = multiplies ? value.multiply(by) : value.add(by);
    }
  }
}
