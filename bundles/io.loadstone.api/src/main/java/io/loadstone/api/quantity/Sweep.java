package io.loadstone.api.quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The whole numbers that a sweep goes through, in order: {@code 8}, {@code 1..40}, {@code 1..40
 * step 3}, {@code 1..64 x2}, or a list of these such as {@code 1,4,16,64}.
 *
 * @param text as it was written, for printing the plan again
 * @param values 1 to {@value #MAX_VALUES} numbers, each 1 to {@value #MAX_VALUE}, in the order of
 *     use
 */
public record Sweep(String text, List<Integer> values) {
  /** The most values that one sweep may have. */
  public static final int MAX_VALUES = 10_000;

  /** The largest value of a sweep. */
  public static final int MAX_VALUE = 1_000_000;

  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "a number from 1 to 1000000, a range such as 1..40, 1..40 step 3 or 1..64 x2, or a list such as"
          + " 1,4,16";

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,9}) *\\.\\. *(\\d{1,9})(?: *(?:step +(\\d{1,9})|x *(\\d{1,9})))?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  public Sweep {
    values = List.copyOf(values);
    if (values.isEmpty() || values.size() > MAX_VALUES) {
      throw new InvalidValueException(text, ALLOWED + ", with 1 to " + MAX_VALUES + " values");
    }
    for (int value : values) {
      if (value < 1 || value > MAX_VALUE) {
        throw new InvalidValueException(text, ALLOWED);
      }
    }
  }

  /** A sweep of a single value. */
  public static Sweep of(int value) {
    return new Sweep(Integer.toString(value), List.of(value));
  }

  /**
   * Reads a sweep.
   *
   * @throws InvalidValueException if the text is none of the forms, or a bound is broken
   */
  public static Sweep parse(String text) {
    String stripped = text.strip();
    List<Integer> values = new ArrayList<>();
    for (String part : stripped.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (range.matches()) {
        expand(text, range, values);
      } else if (NUMBER.matcher(part.strip()).matches()) {
        values.add(Integer.parseInt(part.strip()));
      } else {
        throw new InvalidValueException(text, ALLOWED);
      }
    }
    return new Sweep(stripped, values);
  }

  /** The largest value. */
  public int max() {
    return values.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  private static void expand(String text, Matcher range, List<Integer> values) {
    long from = Long.parseLong(range.group(1));
    long to = Long.parseLong(range.group(2));
    long step = range.group(3) == null ? 1 : Long.parseLong(range.group(3));
    long factor = range.group(4) == null ? 1 : Long.parseLong(range.group(4));
    boolean multiplies = range.group(4) != null;
    if (from < 1 || to < from || step < 1 || (multiplies && factor < 2)) {
      throw new InvalidValueException(text, ALLOWED);
    }
    for (long v = from;
        v <= to && values.size() <= MAX_VALUES;
        v = multiplies ? v * factor : v + step) {
      values.add((int) v);
    }
  }
}
