package io.loadstone.api.engine;

import java.util.Locale;
import java.util.Map;

/** Words for failed operations: {@code write at 8192 on /srv/t.dat failed: EIO (5)}. */
public final class IoErrors {
  /** Input or output error of the device. */
  public static final int EIO = 5;

  /** No space left. */
  public static final int ENOSPC = 28;

  // asm-generic/errno-base.h and errno.h: the numbers are those of x86-64 and arm64 Linux.
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "EPERM"),
          Map.entry(2, "ENOENT"),
          Map.entry(4, "EINTR"),
          Map.entry(EIO, "EIO"),
          Map.entry(6, "ENXIO"),
          Map.entry(9, "EBADF"),
          Map.entry(11, "EAGAIN"),
          Map.entry(12, "ENOMEM"),
          Map.entry(13, "EACCES"),
          Map.entry(14, "EFAULT"),
          Map.entry(16, "EBUSY"),
          Map.entry(19, "ENODEV"),
          Map.entry(22, "EINVAL"),
          Map.entry(27, "EFBIG"),
          Map.entry(ENOSPC, "ENOSPC"),
          Map.entry(29, "ESPIPE"),
          Map.entry(30, "EROFS"),
          Map.entry(32, "EPIPE"),
          Map.entry(52, "EBADE"),
          Map.entry(61, "ENODATA"),
          Map.entry(67, "ENOLINK"),
          Map.entry(74, "EBADMSG"),
          Map.entry(75, "EOVERFLOW"),
          Map.entry(84, "EILSEQ"),
          Map.entry(95, "EOPNOTSUPP"),
          Map.entry(103, "ECONNABORTED"),
          Map.entry(104, "ECONNRESET"),
          Map.entry(107, "ENOTCONN"),
          Map.entry(110, "ETIMEDOUT"),
          Map.entry(111, "ECONNREFUSED"),
          Map.entry(112, "EHOSTDOWN"),
          Map.entry(113, "EHOSTUNREACH"),
          Map.entry(116, "ESTALE"),
          Map.entry(121, "EREMOTEIO"),
          Map.entry(122, "EDQUOT"),
          Map.entry(123, "ENOMEDIUM"),
          Map.entry(125, "ECANCELED"));

  private IoErrors() {}

  /**
   * A number with its name.
   *
   * @param errno 1 or more
   * @return such as {@code EIO (5)}; {@code errno 200} for one without a known name
   */
  public static String name(int errno) {
    String name = NAMES.get(errno);
    return name == null ? "errno " + errno : name + " (" + errno + ")";
  }

  /**
   * One operation that failed, or moved fewer bytes than asked for, as a sentence without its full
   * stop.
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
            ? " failed: " + name(-result)
            : " moved only "
                + result
                + " of "
                + lengthBytes
                + " bytes: "
                + (kind == IoKind.WRITE
                    ? "there is no room for the rest (a full file system, a quota or the end of the target)"
                    : "the target ends there"));
  }
}
