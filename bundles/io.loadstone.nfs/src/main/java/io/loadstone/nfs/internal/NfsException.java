package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import java.io.IOException;

/** A request that a server answered with an error. */
final class NfsException extends IOException {
  private static final long serialVersionUID = 1;

  private final int errno;
  private final boolean ofExport;

  /**
   * Makes one.
   *
   * @param message a phrase with the server as its subject
   * @param errno positive
   * @param ofExport whether it is about the export, and not about a file in it
   */
  NfsException(String message, int errno, boolean ofExport) {
    super(message);
    this.errno = errno;
    this.ofExport = ofExport;
  }

  /** The same in other words. */
  NfsException saying(String sentence) {
    return new NfsException(sentence, errno, ofExport);
  }

  int errno() {
    return errno;
  }

  /** Whether there is no such file in an export that is there. */
  boolean isMissingFile() {
    return !ofExport && errno == Errno.ENOENT.number();
  }
}
