package io.loadstone.api.plan;

import io.loadstone.api.quantity.InvalidValueException;

/**
 * How the operations of an open loop are spread over time. The mean rate is the asked one under
 * each law.
 *
 * @param law how
 * @param burst operations that are due at the same moment; above 1 only for {@link Law#BURSTS}
 */
public record Arrivals(Law law, int burst) {
  /** The most operations of a burst. */
  public static final int MAX_BURST = 1_000_000;

  /** Evenly spaced. */
  public static final Arrivals CONSTANT = new Arrivals(Law.CONSTANT, 1);

  /** A Poisson process. */
  public static final Arrivals POISSON = new Arrivals(Law.POISSON, 1);

  public Arrivals {
    if (burst < 1 || burst > MAX_BURST || (law != Law.BURSTS && burst != 1)) {
      throw new InvalidValueException(
          Integer.toString(burst), "bursts of 1 to " + MAX_BURST + " operations");
    }
  }

  /** Evenly spaced bursts of this many operations each. */
  public static Arrivals bursts(int operations) {
    return new Arrivals(Law.BURSTS, operations);
  }

  /** How arrivals are spread. */
  public enum Law {
    /** With equal gaps; with a rate in bytes, gaps proportional to the size of the operation. */
    CONSTANT,
    /** With exponentially distributed gaps: a Poisson process. */
    POISSON,
    /** Several at the same moment, with equal gaps between these moments. */
    BURSTS
  }
}
