package io.loadstone.api.plan;

import io.loadstone.api.plan.Distribution.Hot;
import io.loadstone.api.plan.Distribution.Zone;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Percentages;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Distributions as people write them: a word, or a word and its values in brackets with blanks
 * between them, since a comma would end a value in a YAML map of one line.
 */
final class DistributionText {
  private static final Pattern CALL = Pattern.compile("([A-Za-z]+)(?: *\\(([^()]*)\\))?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,30}(\\.\\d{1,60})?");
  private static final List<String> NAMES =
      List.of("uniform", "fullCoverage", "zipf", "pareto", "normal", "zones");

  private static final String ZIPF =
      "zipf(theta) with a theta from 0.01 to 10, such as zipf(1.2), or zipf(1.2 clustered) for hot"
          + " places at the begin of the range";
  private static final String PARETO =
      "pareto(h) with an h above 0 and below 1, such as pareto(0.2), or pareto(0.2 clustered) for"
          + " hot places at the begin of the range";
  private static final String NORMAL =
      "normal(centre stddev) with a centre from 0% to 100% of the range and a standard deviation"
          + " above 0% and up to 100% of it, such as normal(50% 10%)";
  private static final String ZONES =
      "zones(I/O/range ...) with 1 to 100 zones whose shares of the I/O and of the range each sum to"
          + " exactly 100%, such as zones(80%/20% 15%/30% 5%/50%)";

  private DistributionText() {}

  static Distribution parse(String text) {
    Matcher m = CALL.matcher(text.strip());
    if (!m.matches()) {
      throw new InvalidValueException(text, Distribution.ALLOWED);
    }
    String values = m.group(2);
    List<String> arguments = values == null ? List.of() : List.of(values.strip().split(" +"));
    return switch (m.group(1)) {
      case "uniform" -> withoutValues(text, values, Distribution.UNIFORM);
      case "fullCoverage" -> withoutValues(text, values, Distribution.FULL_COVERAGE);
      case "zipf" ->
          made(text, ZIPF, () -> new Distribution.Zipf(number(arguments), hot(arguments)));
      case "pareto" ->
          made(text, PARETO, () -> new Distribution.Pareto(number(arguments), hot(arguments)));
      case "normal" -> made(text, NORMAL, () -> normal(arguments));
      case "zones" -> made(text, ZONES, () -> new Distribution.Zones(readZones(arguments)));
      default -> throw new InvalidValueException(text, allowed(m.group(1)));
    };
  }

  private static String allowed(String name) {
    return Distribution.ALLOWED
        + KnownNames.nearest(name, NAMES)
            .map(near -> "; did you mean \"" + near + "\"?")
            .orElse("");
  }

  private static Distribution withoutValues(
      String text, @Nullable String values, Distribution made) {
    if (values != null) {
      throw new InvalidValueException(text, made.text() + " without any value");
    }
    return made;
  }

  /** What the values make, or the one sentence about what this distribution needs. */
  private static Distribution made(String text, String allowed, Supplier<Distribution> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(text, allowed);
    }
  }

  private static double number(List<String> arguments) {
    if (arguments.isEmpty()
        || arguments.size() > 2
        || !NUMBER.matcher(arguments.getFirst()).matches()) {
      throw new IllegalArgumentException();
    }
    return Double.parseDouble(arguments.getFirst());
  }

  private static Hot hot(List<String> arguments) {
    return arguments.size() < 2
        ? Hot.SCATTERED
        : switch (arguments.get(1)) {
          case "scattered" -> Hot.SCATTERED;
          case "clustered" -> Hot.CLUSTERED;
          default -> throw new IllegalArgumentException();
        };
  }

  private static Distribution normal(List<String> arguments) {
    if (arguments.size() != 2) {
      throw new IllegalArgumentException();
    }
    return new Distribution.Normal(
        Percentages.parse(arguments.getFirst()), Percentages.parse(arguments.getLast()));
  }

  private static List<Zone> readZones(List<String> arguments) {
    List<Zone> zones = new ArrayList<>();
    for (String argument : arguments) {
      int slash = argument.indexOf('/');
      if (slash < 0) {
        throw new IllegalArgumentException();
      }
      zones.add(
          new Zone(
              Percentages.parse(argument.substring(0, slash)),
              Percentages.parse(argument.substring(slash + 1))));
    }
    return zones;
  }

  static String call(String name, double value, Hot hot) {
    String number = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    return name + "(" + number + (hot == Hot.CLUSTERED ? " clustered)" : ")");
  }

  static String normal(Distribution.Normal normal) {
    return "normal("
        + Percentages.format(normal.centrePercent())
        + " "
        + Percentages.format(normal.stddevPercent())
        + ")";
  }

  static String zones(List<Zone> zones) {
    return zones.stream()
        .map(z -> Percentages.format(z.ioPercent()) + "/" + Percentages.format(z.rangePercent()))
        .collect(Collectors.joining(" ", "zones(", ")"));
  }
}
