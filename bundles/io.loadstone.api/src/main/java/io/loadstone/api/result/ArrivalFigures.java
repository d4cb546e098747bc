package io.loadstone.api.result;

/**
 * How the arrival schedule of an open loop was kept over a stretch of time. What was due at its
 * beginning and had not started, and what became due in it, was either started in it or is in the
 * backlog at its end.
 *
 * @param arrivals operations that became due
 * @param started operations that were started
 * @param late operations that completed and had started more than 1 ms after they were due,
 *     whatever the reason
 * @param lateByGenerator those of them for which a slot was free more than 1 ms before they
 *     started: not the target held them up, the generator did
 * @param backlog operations due and not started at its end; with a rate in bytes and blocks of
 *     several sizes, their bytes in operations of the mean size
 * @param skipped operations that were never started, because the step ended: its last backlog
 */
public record ArrivalFigures(
    long arrivals, long started, long late, long lateByGenerator, long backlog, long skipped) {
  /** Nothing was due. */
  public static final ArrivalFigures NONE = new ArrivalFigures(0, 0, 0, 0, 0, 0);

  /** How late a start counts as late, in nanoseconds. */
  public static final long LATE_NS = 1_000_000;
}
