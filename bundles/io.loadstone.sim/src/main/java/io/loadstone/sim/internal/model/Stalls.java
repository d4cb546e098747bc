package io.loadstone.sim.internal.model;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Stretches of time in which nothing completes: what is done in one is told at its end. */
public final class Stalls {
  /** No stall at all. */
  public static final Stalls NONE = new Stalls(List.of());

  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "stalls as start+length from the first operation, such as 10s+2.5s or 10s+2.5s,30s+100ms, in"
          + " order and apart";

  private final long[] fromNs;
  private final long[] untilNs;

  private Stalls(List<long[]> stalls) {
    fromNs = stalls.stream().mapToLong(s -> s[0]).toArray();
    untilNs = stalls.stream().mapToLong(s -> s[1]).toArray();
  }

  /**
   * Reads stalls.
   *
   * @throws InvalidValueException if the text is no such list, or they overlap
   */
  public static Stalls parse(String text) {
    Stalls stalls = new Stalls(Stream.of(text.split(",", -1)).map(s -> stall(text, s)).toList());
    for (int i = 1; i < stalls.fromNs.length; i++) {
      if (stalls.fromNs[i] < stalls.untilNs[i - 1]) {
        throw new InvalidValueException(text, ALLOWED);
      }
    }
    return stalls;
  }

  private static long[] stall(String text, String one) {
    String[] parts = one.split("\\+", -1);
    if (parts.length != 2) {
      throw new InvalidValueException(text, ALLOWED);
    }
    Duration from = Durations.parse(parts[0]);
    Duration length = Durations.parse(parts[1]);
    if (from.compareTo(Duration.ofDays(365)) > 0 || length.compareTo(Duration.ofDays(365)) > 0) {
      throw new InvalidValueException(text, ALLOWED + ", each up to 8760h");
    }
    return new long[] {from.toNanos(), from.plus(length).toNanos()};
  }

  /** When something that is done at a time is told. */
  public long releaseNs(long doneNs) {
    for (int i = 0; i < fromNs.length; i++) {
      if (doneNs >= fromNs[i] && doneNs < untilNs[i]) {
        return untilNs[i];
      }
    }
    return doneNs;
  }
}
