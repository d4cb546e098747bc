package io.loadstone.core.internal.load;

/**
 * A small seeded random stream: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
 * number generators", 2014). Its period is 2^64 and no call allocates.
 */
final class RandomStream {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final double TO_UNIT = 0x1.0p-53;

  private long state;

  /** A stream of its own for each combination of the parts. */
  RandomStream(long... parts) {
    for (long part : parts) {
      state = mix(state + GAMMA + part);
    }
  }

  long next() {
    state += GAMMA;
    return mix(state);
  }

  /** Uniform in [0, 1). */
  double unit() {
    return (next() >>> 11) * TO_UNIT;
  }

  /** From the standard normal distribution, by Marsaglia's polar method (1964). */
  double gaussian() {
    while (true) {
      double x = 2 * unit() - 1;
      double y = 2 * unit() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * Math.sqrt(-2 * Math.log(square) / square);
      }
    }
  }

  /**
   * Uniform in [0, bound), without bias (Lemire, "Fast random integer generation in an interval",
   * 2019).
   *
   * @param bound 1 or more
   */
  long below(long bound) {
    long x = next();
    long low = x * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long threshold = Long.remainderUnsigned(-bound, bound);
      while (Long.compareUnsigned(low, threshold) < 0) {
        x = next();
        low = x * bound;
      }
    }
    return Math.unsignedMultiplyHigh(x, bound);
  }

  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
