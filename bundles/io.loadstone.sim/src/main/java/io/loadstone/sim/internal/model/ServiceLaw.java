package io.loadstone.sim.internal.model;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Percentages;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How long a server needs for one operation. */
public sealed interface ServiceLaw {
  /** What {@link #parse} accepts, for messages and documentation. */
  String ALLOWED =
      "constant(200us), exponential(1ms) with the mean, or bimodal(100us,5ms,1) with a time, a"
          + " second time and the percentage of operations that take the second";

  /** Draws the next service time; 0 or more. */
  long nextNs(SplittableRandom random);

  /** Its mean. */
  double meanNs();

  /**
   * Always the same.
   *
   * @param timeNs 0 or more
   */
  record Constant(long timeNs) implements ServiceLaw {
    @Override
    public long nextNs(SplittableRandom random) {
      return timeNs;
    }

    @Override
    public double meanNs() {
      return timeNs;
    }
  }

  /**
   * Exponentially distributed, which makes a queue with Poisson arrivals an M/M/k.
   *
   * @param meanNs 0 or more
   */
  record Exponential(double meanNs) implements ServiceLaw {
    @Override
    public long nextNs(SplittableRandom random) {
      // 1 - u is never 0.
      return Math.round(-meanNs * Math.log(1 - random.nextDouble()));
    }
  }

  /**
   * One of two times.
   *
   * @param slowPercent of the operations take {@code slowNs}
   */
  record Bimodal(long fastNs, long slowNs, double slowPercent) implements ServiceLaw {
    @Override
    public long nextNs(SplittableRandom random) {
      return 100 * random.nextDouble() < slowPercent ? slowNs : fastNs;
    }

    @Override
    public double meanNs() {
      return fastNs + (slowNs - fastNs) * slowPercent / 100;
    }
  }

  /**
   * Reads a law.
   *
   * @param text such as {@code exponential(1ms)}
   * @throws InvalidValueException if it is none
   */
  static ServiceLaw parse(String text) {
    Matcher m = Pattern.compile("([a-zA-Z]+)\\(([^()]*)\\)").matcher(text.strip());
    if (!m.matches()) {
      throw new InvalidValueException(text, ALLOWED);
    }
    List<String> arguments = Stream.of(m.group(2).split(",", -1)).map(String::strip).toList();
    return switch (m.group(1) + arguments.size()) {
      case "constant1" -> new Constant(timeNs(arguments.get(0)));
      case "exponential1" -> new Exponential(timeNs(arguments.get(0)));
      case "bimodal3" ->
          new Bimodal(
              timeNs(arguments.get(0)),
              timeNs(arguments.get(1)),
              Percentages.parse(arguments.get(2)));
      default -> throw new InvalidValueException(text, didYouMean(m.group(1)) + ALLOWED);
    };
  }

  private static String didYouMean(String name) {
    List<String> names = List.of("constant", "exponential", "bimodal");
    return KnownNames.nearest(name, names)
        .filter(nearest -> !nearest.equals(name))
        .map(nearest -> "(did you mean " + nearest + "?) ")
        .orElse("");
  }

  private static long timeNs(String text) {
    Duration time = Durations.parse(text);
    if (time.compareTo(Duration.ofHours(1)) > 0) {
      throw new InvalidValueException(text, Durations.ALLOWED + ", up to 1h");
    }
    return time.toNanos();
  }
}
