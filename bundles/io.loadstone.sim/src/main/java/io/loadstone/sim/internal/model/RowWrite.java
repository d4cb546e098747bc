package io.loadstone.sim.internal.model;

/**
 * The accesses that a write within one row of stripe units needs.
 *
 * <p>A small write costs those of the books: levels 1 and 10 two writes, level 5 two reads and two
 * writes, level 6 three and three. Where it is less, the rest of the row is read instead, and a
 * whole row needs no read at all.
 */
final class RowWrite {
  private final RaidLevel raid;
  private final int spindles;
  private final int dataUnits;
  private final int stripeBytes;

  /** What was found by the last {@link #plan}: as many accesses, each by its index. */
  int count;

  /** Whether each access reads, and then writes back. */
  boolean rewrites;

  final int[] spindle;
  final long[] positionBytes;
  final int[] lengthBytes;

  /** Bytes of the cache that are free when an access is done. */
  final double[] frees;

  RowWrite(RaidLevel raid, int spindles, int stripeBytes) {
    this.raid = raid;
    this.spindles = spindles;
    this.stripeBytes = stripeBytes;
    dataUnits = raid.dataUnits(spindles);
    spindle = new int[spindles];
    positionBytes = new long[spindles];
    lengthBytes = new int[spindles];
    frees = new double[spindles];
  }

  /**
   * Finds the accesses.
   *
   * @param withinBytes where the write begins in the row
   * @param bytes its length, up to the end of the row
   */
  void plan(long row, long withinBytes, int bytes) {
    count = 0;
    int from = (int) (withinBytes / stripeBytes);
    int to = (int) ((withinBytes + bytes - 1) / stripeBytes);
    int touched = to - from + 1;
    boolean whole = bytes == (long) dataUnits * stripeBytes;
    boolean restIsRead =
        raid.parity() > 0 && !whole && dataUnits - touched < touched + raid.parity();
    rewrites = raid.parity() > 0 && !whole && !restIsRead;
    int parityBytes = Math.min(bytes, stripeBytes);
    for (int column = 0; column < dataUnits; column++) {
      int first = raid.dataSpindle(row, column, spindles);
      if (column >= from && column <= to) {
        long begin = Math.max(withinBytes, (long) column * stripeBytes);
        int length = (int) (Math.min(withinBytes + bytes, (column + 1L) * stripeBytes) - begin);
        for (int copy = 0; copy < raid.copies(); copy++) {
          double freed = (double) length / raid.copies();
          add(first + copy, row, begin % stripeBytes, length, freed);
        }
      } else if (restIsRead) {
        add(first, row, 0, parityBytes, 0);
      }
    }
    for (int unit = 0; unit < raid.parity(); unit++) {
      add(raid.paritySpindle(row, unit, spindles), row, 0, parityBytes, 0);
    }
  }

  private void add(int where, long row, long withinUnit, int length, double freed) {
    spindle[count] = where;
    positionBytes[count] = row * stripeBytes + withinUnit;
    lengthBytes[count] = length;
    frees[count++] = freed;
  }
}
