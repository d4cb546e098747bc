package io.loadstone.sim.internal;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** The parameters of a URI, each with its default; a bad one is a sentence that names it. */
final class SimParameters {
  private final TargetUri uri;
  private final Map<String, String> defaults;

  /**
   * @param defaults of all parameters that there are
   * @throws TargetRefusedException if the URI has another one
   */
  SimParameters(TargetUri uri, Map<String, String> defaults) throws TargetRefusedException {
    this.uri = uri;
    this.defaults = defaults;
    for (String name : uri.parameters().keySet()) {
      if (!defaults.containsKey(name)) {
        throw refused(
            uri.text()
                + (" has the parameter " + name)
                + (", which " + SimTarget.SCHEME + ":" + uri.path() + " does not know")
                + KnownNames.nearest(name, defaults.keySet())
                    .map(nearest -> "; did you mean " + nearest + "?")
                    .orElse("; allowed: " + String.join(", ", defaults.keySet())));
      }
    }
  }

  /**
   * A parameter, read.
   *
   * @param reader throws an {@link InvalidValueException} for what it does not take
   */
  <T> T read(String name, Function<String, T> reader) throws TargetRefusedException {
    try {
      return reader.apply(uri.parameter(name).orElse(defaults.getOrDefault(name, "")));
    } catch (InvalidValueException e) {
      throw refused(uri.text() + ", parameter " + name + ": " + e.getMessage());
    }
  }

  long bytes(String name, long least, long most) throws TargetRefusedException {
    return read(
        name,
        text ->
            inRange(
                text,
                Sizes.parseBytes(text),
                least,
                most,
                Sizes.format(least) + " to " + Sizes.format(most)));
  }

  /** A rate such as {@code 200MB/s}; the {@code /s} may be left out. */
  long bytesPerSecond(String name) throws TargetRefusedException {
    return read(
        name,
        text ->
            inRange(
                text,
                Sizes.parseBytes(text.endsWith("/s") ? text.substring(0, text.length() - 2) : text),
                1,
                1L << 50,
                "a rate above 0 such as 200MB/s, up to 1PiB/s"));
  }

  long durationNs(String name, Duration most) throws TargetRefusedException {
    return read(
        name,
        text ->
            inRange(
                text,
                Durations.parse(text).toNanos(),
                0,
                most.toNanos(),
                Durations.ALLOWED + ", up to " + Durations.format(most)));
  }

  long number(String name, long least, long most) throws TargetRefusedException {
    return read(
        name,
        text -> {
          String allowed = "a whole number from " + least + " to " + most;
          try {
            return inRange(text, Long.parseLong(text), least, most, allowed);
          } catch (NumberFormatException e) {
            throw new InvalidValueException(text, allowed);
          }
        });
  }

  private static long inRange(String text, long value, long least, long most, String allowed) {
    if (value < least || value > most) {
      throw new InvalidValueException(text, allowed);
    }
    return value;
  }

  static TargetRefusedException refused(String reason) {
    return new TargetRefusedException(Kind.PLAN, reason);
  }
}
