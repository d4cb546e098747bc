package io.loadstone.api.engine;

import java.util.Locale;

/**
 * Words for failed operations: {@code write at 8192 on /srv/t.dat failed: ENOSPC (28), no space
 * left on the device; free some there, or take a smaller size or another target}.
 */
public final class IoErrors {
  private IoErrors() {}

  /**
   * One operation that failed, or moved fewer bytes than asked for, with its cure; a sentence
   * without its full stop.
   *
   * @param target what a person knows it by
   * @param result as {@link CompletionSink#completed} got it
   * @param lengthBytes what was asked for
   */
  public static String describe(
      IoKind kind, long offsetBytes, String target, int result, int lengthBytes) {
    String operation =
        kind == IoKind.FLUSH
            ? "flush of " + target
            : kind.name().toLowerCase(Locale.ROOT) + " at " + offsetBytes + " on " + target;
    return operation
        + (result < 0
            ? " failed: " + Errno.explain(result)
            : " moved only "
                + result
                + " of "
                + lengthBytes
                + " bytes: "
                + (kind == IoKind.WRITE
                    ? "there is no room for the rest (a full file system, a quota or the end of the target); free some, or take a smaller size"
                    : "the target ends there"));
  }
}
