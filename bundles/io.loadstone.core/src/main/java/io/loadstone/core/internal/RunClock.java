package io.loadstone.core.internal;

import java.util.function.LongSupplier;

/**
 * The time of one run: the wall clock is read once, at its beginning, and everything else is
 * monotonic time since. A wall clock that somebody sets in mid-run moves nothing in the run's
 * series, nor does its end come before its beginning.
 */
final class RunClock {
  private static final long MS_NS = 1_000_000L;

  private final long anchorEpochMs;
  private final long anchorNs;
  private final LongSupplier nanoTime;

  /**
   * Anchors it here and now.
   *
   * @param epochMs the wall clock now
   */
  RunClock(long epochMs, LongSupplier nanoTime) {
    this.anchorEpochMs = epochMs;
    this.anchorNs = nanoTime.getAsLong();
    this.nanoTime = nanoTime;
  }

  /** Now. */
  long epochMs() {
    return epochMs(nanoTime.getAsLong());
  }

  /** That moment of the monotonic clock. */
  long epochMs(long ns) {
    return anchorEpochMs + Math.floorDiv(ns - anchorNs, MS_NS);
  }
}
