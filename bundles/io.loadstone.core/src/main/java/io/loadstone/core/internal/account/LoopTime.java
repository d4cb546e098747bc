package io.loadstone.core.internal.account;

/**
 * What the loops of a load had of the processors so far.
 *
 * @param cpuNs processor time of all loops together; -1 if unknown
 * @param waitNs how long one of them, in the mean, could have run but had no processor; -1 if
 *     unknown
 */
public record LoopTime(long cpuNs, long waitNs) {
  /** Nothing is told. */
  static final LoopTime UNKNOWN = new LoopTime(-1, -1);
}
