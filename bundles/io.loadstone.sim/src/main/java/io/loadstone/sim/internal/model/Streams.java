package io.loadstone.sim.internal.model;

import java.util.Arrays;

/**
 * Finds sequential streams among operations: an operation that begins where an earlier one ended
 * goes on with its stream. The streams that were used last are remembered.
 */
final class Streams {
  /** How many are remembered. */
  static final int MOST = 64;

  private static final int ENOUGH = 3;

  private final long[] nextBytes = new long[MOST];
  private final long[] passedBytes = new long[MOST];
  private final long[] writtenBytes = new long[MOST];
  private final int[] operations = new int[MOST];
  private final long[] lastUse = new long[MOST];
  private long uses;

  Streams() {
    Arrays.fill(nextBytes, -1);
  }

  /** Takes an operation; returns the number of its stream, 0 to {@link #MOST} - 1. */
  int touch(long offsetBytes, int lengthBytes, boolean writes) {
    int stream = 0;
    boolean goesOn = false;
    for (int i = 0; i < MOST && !goesOn; i++) {
      goesOn = nextBytes[i] == offsetBytes;
      if (goesOn || lastUse[i] < lastUse[stream]) {
        stream = i;
      }
    }
    if (!goesOn) {
      operations[stream] = 0;
      passedBytes[stream] = 0;
      writtenBytes[stream] = 0;
    }
    operations[stream]++;
    passedBytes[stream] += lengthBytes;
    writtenBytes[stream] = writes ? writtenBytes[stream] + lengthBytes : 0;
    nextBytes[stream] = offsetBytes + lengthBytes;
    lastUse[stream] = ++uses;
    return stream;
  }

  /** Whether the last operation was the first of the stream. */
  boolean justBegan(int stream) {
    return operations[stream] == 1;
  }

  /** Whether enough of its operations followed one another to believe in more of them. */
  boolean isSequential(int stream) {
    return operations[stream] >= ENOUGH;
  }

  /** Length of the stream so far. */
  long passedBytes(int stream) {
    return passedBytes[stream];
  }

  /** Bytes that were written without a gap, up to now. */
  long writtenBytes(int stream) {
    return writtenBytes[stream];
  }
}
