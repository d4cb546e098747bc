package io.loadstone.core.internal.account;

/** Tells how the arrival schedule of an open loop is kept. One thread asks. */
@FunctionalInterface
public interface ArrivalMeter {
  /**
   * What it is at a time of the monotonic clock, no earlier than at the call before.
   *
   * @param nowNs a time that has come
   */
  Reading read(long nowNs);

  /**
   * What was read.
   *
   * @param started operations started since the load began
   * @param backlog operations that were due by then and had not started
   */
  record Reading(long started, long backlog) {}
}
