package io.loadstone.sim.internal.model;

import io.loadstone.api.engine.IoKind;

/**
 * A device in virtual time. Times are nanoseconds from its first operation; each operation is told
 * its end when it arrives, as nothing that comes later goes before it.
 *
 * <p>The same operations at the same times give the same ends. <b>Threads:</b> one at a time.
 * <b>Allocation:</b> none.
 */
public interface Model {
  /**
   * Takes an operation.
   *
   * @param arrivalNs not before that of the call before, but for a few microseconds
   * @param lengthBytes 0 for a flush
   * @return when it is done, not before it arrived
   */
  long completionNs(long arrivalNs, IoKind kind, long offsetBytes, int lengthBytes);

  /** One phrase for a person: what it is. */
  String description();
}
