package io.loadstone.nfs.internal;

import java.io.IOException;

/** A request that a server answered with an error. */
final class NfsException extends IOException {
  private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * Makes one.
   *
   * @param message a phrase with the server as its subject
   * @param errno positive
   */
  NfsException(String message, int errno) {
    super(message);
    this.errno = errno;
  }

  int errno() {
    return errno;
  }
}
