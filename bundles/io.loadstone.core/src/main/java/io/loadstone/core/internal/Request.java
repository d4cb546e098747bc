package io.loadstone.core.internal;

import io.loadstone.api.result.RunState;
import io.loadstone.core.internal.load.LoadControl;

/**
 * Somebody wants a run to end.
 *
 * @param cancels whether what is in flight is cancelled instead of awaited
 * @param state that the run is to end in
 * @param reason that people read
 */
record Request(boolean cancels, RunState state, String reason) {
  static final Request STOP = new Request(false, RunState.STOPPED, "It was stopped on request.");
  static final Request ABORT = new Request(true, RunState.STOPPED, "It was aborted on request.");

  /** Asks it of a load. */
  void tell(LoadControl load) {
    if (cancels) {
      load.cancel();
    } else {
      load.drain();
    }
  }

  EndOfRun asEnd() {
    return new EndOfRun(state, reason);
  }
}
