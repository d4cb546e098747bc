package io.loadstone.nbd.internal;

import java.io.IOException;

/** The server said something that the protocol does not allow; the connection is of no more use. */
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1;

  ProtocolException(String message) {
    super(message);
  }
}
