package io.loadstone.core.internal;

import io.loadstone.api.result.RunState;

/** Ends a run before its plan is done; the message is the reason that people read. */
final class EndOfRun extends Exception {
  private static final long serialVersionUID = 1;

  private final RunState state;

  EndOfRun(RunState state, String reason) {
    super(reason);
    this.state = state;
  }

  static EndOfRun failed(String reason) {
    return new EndOfRun(RunState.FAILED, reason);
  }

  RunState state() {
    return state;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
