package io.loadstone.core.internal.load;

/**
 * A random order of the numbers 0 to {@code count - 1} that needs no memory for them: rounds of
 * multiplying by an odd number and folding the upper half down are each a bijection on the next
 * power of two, and walking the cycle until the value is in range keeps it one on the numbers
 * wanted (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002).
 */
final class Permutation {
  private static final int ROUNDS = 3;

  private final long count;
  private final long mask;
  private final int shift;

  /**
   * @param count 1 or more
   */
  Permutation(long count) {
    this.count = count;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(count - 1);
    this.mask = bits == Long.SIZE ? -1L : (1L << bits) - 1;
    this.shift = Math.max(1, (bits + 1) / 2);
  }

  /**
   * The number at a place of the order.
   *
   * @param index 0 to {@code count - 1}
   * @param key another key is another order
   */
  long at(long index, long key) {
    long x = index;
    do {
      long k = key;
      for (int round = 0; round < ROUNDS; round++) {
        k = RandomStream.mix(k + 0x9E3779B97F4A7C15L);
        x = (x * (k | 1) + (k >>> 17)) & mask;
        x ^= x >>> shift;
      }
    } while (x >= count);
    return x;
  }
}
