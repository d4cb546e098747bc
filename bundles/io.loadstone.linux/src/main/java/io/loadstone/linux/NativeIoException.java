package io.loadstone.linux;

import io.loadstone.api.engine.Errno;
import java.io.IOException;

/**
 * A system call that failed, as one sentence with its cure: {@code open on /srv/t.dat failed:
 * EACCES (13), permission denied; give the user of the agent the permission, or take another
 * target}.
 */
public class NativeIoException extends IOException {
  /** The offset of an operation that has none. */
  public static final long NO_OFFSET = -1;

  private static final long serialVersionUID = 1;

  private final String operation;
  private final int errno;
  private final String target;
  private final long offsetBytes;

  /**
   * A failed call.
   *
   * @param operation what was tried, such as {@code write}
   * @param errno positive, or negated as system calls return it
   * @param target what it was tried on, such as a path
   * @param offsetBytes where in the target, or {@link #NO_OFFSET}
   */
  public NativeIoException(String operation, int errno, String target, long offsetBytes) {
    super(message(operation, errno, target, offsetBytes));
    this.operation = operation;
    this.errno = Math.abs(errno);
    this.target = target;
    this.offsetBytes = offsetBytes;
  }

  /**
   * A failed call without an offset.
   *
   * @param operation what was tried, such as {@code open}
   * @param errno positive, or negated as system calls return it
   * @param target what it was tried on, such as a path
   */
  public NativeIoException(String operation, int errno, String target) {
    this(operation, errno, target, NO_OFFSET);
  }

  /** What was tried. */
  public String operation() {
    return operation;
  }

  /** Why it failed; positive. */
  public int errno() {
    return errno;
  }

  /** What it was tried on. */
  public String target() {
    return target;
  }

  /** Where in the target, or {@link #NO_OFFSET}. */
  public long offsetBytes() {
    return offsetBytes;
  }

  private static String message(String operation, int errno, String target, long offsetBytes) {
    return operation
        + (offsetBytes == NO_OFFSET ? "" : " at " + offsetBytes)
        + (" on " + target + " failed: ")
        + Errno.explain(errno);
  }
}
