package io.loadstone.core.internal;

import io.loadstone.api.result.RunState;

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

  EndOfRun asEnd() {
    return new EndOfRun(state, reason);
  }
}
