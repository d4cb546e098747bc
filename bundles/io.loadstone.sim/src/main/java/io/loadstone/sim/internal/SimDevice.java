package io.loadstone.sim.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.sim.internal.model.Model;
import io.loadstone.sim.internal.model.Stalls;

/**
 * A model on the clock of this machine: its time begins with the first operation.
 *
 * <p><b>Threads:</b> any; queues of one target share it. The lock is held for some hundred
 * nanoseconds, and loops do not meet there more often than they submit.
 */
final class SimDevice {
  private final Model model;
  private final Stalls stalls;
  private boolean begun;
  private long originNs;

  SimDevice(Model model, Stalls stalls) {
    this.model = model;
    this.stalls = stalls;
  }

  /**
   * Takes an operation.
   *
   * @param arrivalNs of the monotonic clock
   * @return when it is done, on the same clock
   */
  synchronized long dueNs(long arrivalNs, IoKind kind, long offsetBytes, int lengthBytes) {
    if (!begun) {
      begun = true;
      originNs = arrivalNs;
    }
    long doneNs = model.completionNs(arrivalNs - originNs, kind, offsetBytes, lengthBytes);
    return originNs + stalls.releaseNs(doneNs);
  }

  String description() {
    return model.description();
  }
}
