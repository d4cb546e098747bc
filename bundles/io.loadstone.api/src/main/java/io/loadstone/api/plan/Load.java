package io.loadstone.api.plan;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import java.util.Optional;

/**
 * How hard. Without a rate it is a closed loop: workers that each keep a number of I/Os
 * outstanding. With a rate it is an open loop: operations are due when a schedule says so, and the
 * outstanding I/Os are the most that each worker may have in flight. All are swept: workers in the
 * outer loop, then outstanding, then rates. At most {@value #MAX_OUTSTANDING} I/Os are outstanding
 * in all.
 *
 * @param workers how many
 * @param outstanding I/Os that each worker keeps outstanding, over all targets together; in an open
 *     loop the most that it may have
 * @param rate of all workers together; empty for a closed loop
 * @param arrivals how an open loop spreads its operations; {@link Arrivals#CONSTANT} in a closed
 *     one
 */
public record Load(Sweep workers, Sweep outstanding, Optional<RateSweep> rate, Arrivals arrivals) {
  /** The most I/Os that all workers together may keep outstanding. */
  public static final int MAX_OUTSTANDING = 1_000_000;

  /** The most combinations of workers, outstanding I/Os and rates. */
  public static final int MAX_COMBINATIONS = 1_000_000;

  /** One worker with one I/O outstanding. */
  public static final Load ONE = new Load(Sweep.of(1), Sweep.of(1));

  public Load {
    if ((long) workers.max() * outstanding.max() > MAX_OUTSTANDING) {
      throw new InvalidValueException(
          workers.max() + " workers x " + outstanding.max() + " outstanding",
          "at most " + MAX_OUTSTANDING + " I/Os outstanding in all");
    }
    long combinations = combinations(workers, outstanding, rate);
    if (combinations > MAX_COMBINATIONS) {
      throw new InvalidValueException(
          combinations + " combinations of workers, outstanding and rate",
          "at most " + MAX_COMBINATIONS);
    }
  }

  /** A closed loop. */
  public Load(Sweep workers, Sweep outstanding) {
    this(workers, outstanding, Optional.empty(), Arrivals.CONSTANT);
  }

  /** How many combinations it has, 1 to {@value #MAX_COMBINATIONS}. */
  public long combinations() {
    return combinations(workers, outstanding, rate);
  }

  private static long combinations(Sweep workers, Sweep outstanding, Optional<RateSweep> rate) {
    return (long) workers.values().size()
        * outstanding.values().size()
        * rate.map(sweep -> sweep.values().size()).orElse(1);
  }
}
