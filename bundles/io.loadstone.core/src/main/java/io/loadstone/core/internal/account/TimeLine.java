package io.loadstone.core.internal.account;

/**
 * When a step's parts begin and end. Everything is monotonic time; the wall clock's time of the
 * anchor is that of the run, so that a clock that is set in mid-run moves nothing.
 *
 * @param anchorEpochMs wall clock at the anchor
 * @param anchorNs monotonic clock at the anchor
 * @param startNs the load begins
 * @param measureNs the ramp-up is over; a whole second of the wall clock
 * @param endNs the load ends
 */
public record TimeLine(
    long anchorEpochMs, long anchorNs, long startNs, long measureNs, long endNs) {
  private static final long SECOND_NS = 1_000_000_000L;
  private static final long MS_NS = 1_000_000L;

  /**
   * The earliest time line whose ramp-up ends on a whole second; it begins less than a second after
   * the anchor.
   */
  public static TimeLine from(long epochMs, long nowNs, long rampUpNs, long runNs) {
    long wallAtMeasureNs = Math.floorMod(epochMs, 1000L) * MS_NS + rampUpNs;
    long wait = Math.floorMod(-wallAtMeasureNs, SECOND_NS);
    long start = nowNs + wait;
    return new TimeLine(epochMs, nowNs, start, start + rampUpNs, start + rampUpNs + runNs);
  }

  /** The end of the interval that {@code ns} lies in or begins. */
  public long boundaryAfter(long ns) {
    long next = measureNs + (Math.floorDiv(ns - measureNs, SECOND_NS) + 1) * SECOND_NS;
    return ns - endNs < 0 && next - endNs > 0 ? endNs : next;
  }

  /** A moment, or the end if that was before it. */
  public long notAfterEnd(long ns) {
    return ns - endNs < 0 ? ns : endNs;
  }

  /** Whether an interval that begins there lies in the ramp-up. */
  public boolean rampUp(long ns) {
    return ns - measureNs < 0;
  }

  /** The wall clock's time of a monotonic time. */
  public long epochMs(long ns) {
    return anchorEpochMs + Math.floorDiv(ns - anchorNs + MS_NS / 2, MS_NS);
  }
}
