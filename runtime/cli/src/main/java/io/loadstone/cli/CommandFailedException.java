package io.loadstone.cli;

import org.jspecify.annotations.Nullable;

/** A command can't be done; the message is one sentence for people. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitStatus;

  CommandFailedException(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  CommandFailedException(int exitStatus, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitStatus = exitStatus;
  }

  int exitStatus() {
    return exitStatus;
  }
}
