package io.loadstone.plan.internal;

import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.TargetUri;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a single value may be.
 *
 * @param allowed a phrase that can follow "allowed: "
 * @param parser throws {@link InvalidValueException} for anything else
 */
record Kind<T>(String allowed, Function<String, T> parser) {
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final long LARGEST_OPERATION = 1L << 30;
  private static final double MOST_PERCENT = 1_000_000;

  private static final Pattern EXPONENT =
      Pattern.compile("[+-]?\\d{1,30}(\\.\\d{1,30})?[eE][+-]?\\d{1,2}");
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,19}");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,30}(?:\\.\\d{1,60})?) *%?");
  private static final Pattern ENGINE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int LONGEST_NAME = 127;

  static final Kind<Double> PERCENTAGE =
      new Kind<>(Percentages.ALLOWED, text -> Percentages.parse(plain(text)));
  static final Kind<Double> SHARE =
      restricted(PERCENTAGE, "a share above 0% and up to 100%, such as 30%", share -> share > 0);
  static final Kind<Double> AMOUNT =
      of("percent of the targets' size, above 0% and up to 1000000%, such as 200%", Kind::amount);
  static final Kind<Integer> OPERATION_BYTES =
      new Kind<>(
          "a size from 1 byte to 1GiB, such as 512, 4KiB, 8k or 1MiB (powers of 1024), or 10MB"
              + " (powers of 1000)",
          Kind::operationBytes);
  static final Kind<Duration> TIME =
      restricted(
          new Kind<>(Durations.ALLOWED, Durations::parse),
          Durations.ALLOWED + ", at most 8760h",
          time -> time.compareTo(LONGEST) <= 0);
  static final Kind<Duration> RUN_TIME =
      restricted(
          TIME,
          "a time from 1ms to 8760h with its unit, such as 500ms, 30s or 10m",
          time -> time.compareTo(Duration.ofMillis(1)) >= 0);
  static final Kind<Sweep> SWEEP = new Kind<>(Sweep.ALLOWED, text -> Sweep.parse(plain(text)));
  static final Kind<Sweep> SINGLE =
      restricted(SWEEP, "a single number from 1 to 1000000", sweep -> sweep.values().size() == 1);
  static final Kind<RateSweep> RATES =
      new Kind<>(RateSweep.ALLOWED, text -> RateSweep.parse(plain(text)));
  static final Kind<RateSweep> SINGLE_RATE =
      restricted(RATES, "a single rate: " + Rate.ALLOWED, sweep -> sweep.values().size() == 1);
  static final Kind<TargetUri> TARGET = new Kind<>(TargetUri.ALLOWED, TargetUri::parse);
  static final Kind<Distribution> DISTRIBUTION =
      new Kind<>(Distribution.ALLOWED, Distribution::parse);
  static final Kind<Sequence> SEQUENCE = new Kind<>(Sequence.ALLOWED, Sequence::parse);
  static final Kind<Double> COMPRESSIBLE =
      restricted(
          PERCENTAGE,
          "0% to 95%, such as 50%",
          percent -> percent <= DataContent.MOST_COMPRESSIBLE);
  static final Kind<Integer> UNIT =
      restricted(
          OPERATION_BYTES,
          "a power of two from 512 bytes to 1MiB, such as 4KiB",
          bytes ->
              Integer.bitCount(bytes) == 1
                  && bytes >= DataContent.LEAST_UNIT
                  && bytes <= DataContent.MOST_UNIT);
  static final Kind<AddressRange> RANGE = new Kind<>(RangeText.ALLOWED, RangeText::parse);
  static final Kind<Boolean> TRUTH = oneOf(Map.of("true", true, "false", false));
  static final Kind<Long> SEED = wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE);
  static final Kind<String> ENGINE_NAME =
      matching("auto or the name of an engine such as uring or sync", ENGINE);
  static final Kind<String> NAME =
      of(
          "1 to 127 characters, without control characters and without blanks around them",
          text -> isName(text) ? text : null);
  static final Kind<String> LABEL =
      of(
          "a text of up to 1000 characters, without control characters",
          text -> text.length() <= 1000 && isPrintable(text) ? text : null);

  /** Whether a text is of this kind. */
  boolean accepts(String text) {
    try {
      return parser.apply(text) != null;
    } catch (InvalidValueException _) {
      return false; // that is the answer
    }
  }

  /** The same kind, described in other words. */
  Kind<T> saying(String otherwise) {
    return of(otherwise, text -> accepts(text) ? parser.apply(text) : null);
  }

  /** A whole number of a range. */
  static Kind<Long> wholeNumber(long least, long most) {
    return of(
        "a whole number from " + least + " to " + most,
        text -> {
          String plain = plain(text);
          if (!WHOLE.matcher(plain).matches()) {
            return null;
          }
          BigDecimal number = new BigDecimal(plain);
          return number.compareTo(BigDecimal.valueOf(least)) >= 0
                  && number.compareTo(BigDecimal.valueOf(most)) <= 0
              ? number.longValueExact()
              : null;
        });
  }

  /** One of a few words. */
  static <T> Kind<T> oneOf(Map<String, T> words) {
    return of(String.join(", ", words.keySet().stream().sorted().toList()), words::get);
  }

  private static Kind<String> matching(String allowed, Pattern pattern) {
    return of(
        allowed,
        text -> text.length() <= LONGEST_NAME && pattern.matcher(text).matches() ? text : null);
  }

  private interface Attempt<T> {
    @Nullable T parse(String text);
  }

  private static <T> Kind<T> of(String allowed, Attempt<T> attempt) {
    return new Kind<>(
        allowed,
        text -> {
          T value = attempt.parse(text);
          if (value == null) {
            throw new InvalidValueException(text, allowed);
          }
          return value;
        });
  }

  private static <T> Kind<T> restricted(Kind<T> kind, String allowed, Predicate<T> condition) {
    return new Kind<>(
        allowed,
        text -> {
          T value = kind.parser().apply(text);
          if (!condition.test(value)) {
            throw new InvalidValueException(text, allowed);
          }
          return value;
        });
  }

  private static Integer operationBytes(String text) {
    long bytes = Sizes.parseBytes(plain(text));
    if (bytes < 1 || bytes > LARGEST_OPERATION) {
      throw new InvalidValueException(text, "a size from 1 byte to 1GiB");
    }
    return (int) bytes;
  }

  private static @Nullable Double amount(String text) {
    Matcher m = PERCENT.matcher(plain(text).strip());
    if (!m.matches()) {
      return null;
    }
    double percent = Double.parseDouble(m.group(1));
    return percent > 0 && percent <= MOST_PERCENT ? percent : null;
  }

  // JSON writers may put a number as 1e3.
  private static String plain(String text) {
    return EXPONENT.matcher(text).matches() ? new BigDecimal(text).toPlainString() : text;
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.codePointCount(0, text.length()) <= LONGEST_NAME
        && text.equals(text.strip())
        && isPrintable(text);
  }

  private static boolean isPrintable(String text) {
    return text.codePoints()
        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }
}
