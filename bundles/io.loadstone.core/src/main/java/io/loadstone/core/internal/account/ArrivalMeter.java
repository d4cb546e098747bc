package io.loadstone.core.internal.account;

/** Tells how the arrival schedule of an open loop is kept. One thread asks. */
public interface ArrivalMeter {
  /** Operations started since the load began. */
  long started();

  /**
   * What it is at a time of the monotonic clock, no earlier than at the call before.
   *
   * @param started that many at that time, or a little before
   */
  Reading read(long nowNs, long started);

  /**
   * What was read.
   *
   * @param started operations started since the load began
   * @param backlog operations that were due by then and had not started
   */
  record Reading(long started, long backlog) {}
}
