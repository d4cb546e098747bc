package io.loadstone.servers;

import java.io.IOException;

/** What a session led to is not there any more: to ask for it again is in vain. */
public final class InVainException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With the words of what says so. */
  public InVainException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /** With a phrase that has the server as its subject. */
  public InVainException(String message) {
    super(message);
  }
}
