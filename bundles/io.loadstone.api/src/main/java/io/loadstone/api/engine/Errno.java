package io.loadstone.api.engine;

import java.util.Optional;

/**
 * Why a system call failed: the numbers of asm-generic/errno-base.h and asm-generic/errno.h that
 * storage, memory and network calls give, the same on x86-64 and arm64.
 */
public enum Errno {
  EPERM(1, "operation not permitted"),
  ENOENT(2, "no such file or folder"),
  EINTR(4, "interrupted by a signal"),
  EIO(5, "the device, or the path to it, failed"),
  ENXIO(6, "no such device or address"),
  E2BIG(7, "argument too long"),
  EBADF(9, "the file is not open for this"),
  EAGAIN(11, "not possible just now, try again"),
  ENOMEM(12, "not enough memory, or above a limit on locked memory"),
  EACCES(13, "permission denied"),
  EFAULT(14, "bad memory address"),
  ENOTBLK(15, "not a block device"),
  EBUSY(16, "in use"),
  EEXIST(17, "exists already"),
  EXDEV(18, "on another file system"),
  ENODEV(19, "no such device"),
  ENOTDIR(20, "not a folder"),
  EISDIR(21, "it is a folder"),
  EINVAL(22, "not valid; with direct I/O, offset, length or buffer not aligned"),
  ENFILE(23, "too many open files on this machine"),
  EMFILE(24, "too many open files in this process; raise ulimit -n or LimitNOFILE"),
  ENOTTY(25, "the device does not know this request"),
  ETXTBSY(26, "the file is a program that is running"),
  EFBIG(27, "larger than the file system or ulimit -f allows"),
  ENOSPC(28, "no space left on the device"),
  ESPIPE(29, "it has no offsets"),
  EROFS(30, "read-only file system"),
  EMLINK(31, "too many links"),
  EPIPE(32, "nobody reads the other end"),
  ERANGE(34, "result too large"),
  EDEADLK(35, "would wait for itself"),
  ENAMETOOLONG(36, "name too long"),
  ENOSYS(38, "this kernel does not have the call"),
  ENOTEMPTY(39, "folder not empty"),
  ELOOP(40, "a symbolic link that must not be followed, or too many of them"),
  EBADE(52, "bad exchange with the device"),
  ENODATA(61, "no data"),
  ETIME(62, "timer expired"),
  ENOLINK(67, "the link was cut"),
  EPROTO(71, "protocol error"),
  EBADMSG(74, "bad data; a checksum does not match"),
  EOVERFLOW(75, "value too large"),
  EBADFD(77, "the file is in a bad state"),
  EILSEQ(84, "bad bytes; protection information does not match"),
  EOPNOTSUPP(95, "not supported here"),
  ENETDOWN(100, "network is down"),
  ENETUNREACH(101, "network unreachable"),
  ECONNABORTED(103, "the connection was given up"),
  ECONNRESET(104, "connection reset by the peer"),
  ENOBUFS(105, "no buffer space"),
  ENOTCONN(107, "not connected"),
  ESHUTDOWN(108, "the server is being shut down"),
  ETIMEDOUT(110, "no answer in time"),
  ECONNREFUSED(111, "connection refused"),
  EHOSTDOWN(112, "host is down"),
  EHOSTUNREACH(113, "no route to the host"),
  EALREADY(114, "already under way"),
  EINPROGRESS(115, "under way"),
  ESTALE(116, "the file is gone from its server"),
  EREMOTEIO(121, "remote I/O error"),
  EDQUOT(122, "disk quota exceeded"),
  ENOMEDIUM(123, "no medium"),
  EMEDIUMTYPE(124, "wrong medium"),
  ECANCELED(125, "cancelled"),
  EOWNERDEAD(130, "owner died"),
  EHWPOISON(133, "the memory page is broken");

  private static final Errno[] BY_NUMBER = new Errno[134];

  static {
    for (Errno errno : values()) {
      BY_NUMBER[errno.number] = errno;
    }
  }

  private final int number;
  private final String meaning;

  Errno(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /** The positive number, as the C library's errno holds it. */
  public int number() {
    return number;
  }

  /** What it means for a person: a phrase that can follow the name. */
  public String meaning() {
    return meaning;
  }

  /** The name and the number, such as {@code EIO (5)}. */
  public String text() {
    return name() + " (" + number + ")";
  }

  /**
   * Finds an errno by its number.
   *
   * @param number positive, or negated as system calls return it
   * @return empty if it is none of these
   */
  public static Optional<Errno> of(int number) {
    int positive = Math.abs(number);
    return positive >= 0 && positive < BY_NUMBER.length
        ? Optional.ofNullable(BY_NUMBER[positive])
        : Optional.empty();
  }

  /**
   * The text for a number, such as {@code EIO (5)}.
   *
   * @param number positive, or negated as system calls return it
   * @return {@code errno 4242} if the number has no name here
   */
  public static String text(int number) {
    return of(number).map(Errno::text).orElseGet(() -> "errno " + Math.abs((long) number));
  }

  /**
   * What a number means for a person.
   *
   * @param number positive, or negated as system calls return it
   * @return a phrase; {@code unknown error} if the number has no name here
   */
  public static String meaning(int number) {
    return of(number).map(Errno::meaning).orElse("unknown error");
  }
}
