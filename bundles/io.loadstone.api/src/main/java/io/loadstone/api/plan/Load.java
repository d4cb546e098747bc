package io.loadstone.api.plan;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Sweep;

/**
 * How hard: a closed loop of workers that each keep a number of I/Os outstanding. Both are swept;
 * the workers are the outer loop. At most {@value #MAX_OUTSTANDING} I/Os are outstanding in all.
 *
 * @param workers how many
 * @param outstanding I/Os that each worker keeps outstanding, over all targets together
 */
public record Load(Sweep workers, Sweep outstanding) {
  /** The most I/Os that all workers together may keep outstanding. */
  public static final int MAX_OUTSTANDING = 1_000_000;

  /** One worker with one I/O outstanding. */
  public static final Load ONE = new Load(Sweep.of(1), Sweep.of(1));

  public Load {
    if ((long) workers.max() * outstanding.max() > MAX_OUTSTANDING) {
      throw new InvalidValueException(
          workers.max() + " workers x " + outstanding.max() + " outstanding",
          "at most " + MAX_OUTSTANDING + " I/Os outstanding in all");
    }
  }
}
