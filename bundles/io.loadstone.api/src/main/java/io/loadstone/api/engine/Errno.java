package io.loadstone.api.engine;

import java.util.Optional;

/**
 * Why a system call failed: the numbers of asm-generic/errno-base.h and asm-generic/errno.h that
 * storage, memory and network calls give, the same on x86-64 and arm64.
 */
public enum Errno {
  EPERM(
      1,
      "operation not permitted",
      "see that the user of the agent may do that, and that the file is not immutable (lsattr)"),
  ENOENT(2, "no such file or folder"),
  EINTR(4, "interrupted by a signal"),
  EIO(5, "the device, or the path to it, failed", Cure.KERNEL_LOG),
  ENXIO(6, "no such device or address", Cure.ATTACH),
  E2BIG(7, "argument too long"),
  EBADF(9, "the file is not open for this"),
  EAGAIN(11, "not possible just now, try again"),
  ENOMEM(12, "not enough memory, or above a limit on locked memory"),
  EACCES(
      13, "permission denied", "give the user of the agent the permission, or take another target"),
  EFAULT(14, "bad memory address"),
  ENOTBLK(15, "not a block device"),
  EBUSY(16, "in use", "end what uses it (fuser names the programs), or take another target"),
  EEXIST(17, "exists already"),
  EXDEV(18, "on another file system"),
  ENODEV(19, "no such device", Cure.ATTACH),
  ENOTDIR(20, "not a folder", "a part of its path is a file; correct the path"),
  EISDIR(21, "it is a folder", "name a file in it"),
  EINVAL(22, "not valid; with direct I/O, offset, length or buffer not aligned"),
  ENFILE(23, "too many open files on this machine", "raise it with sysctl fs.file-max"),
  EMFILE(
      24,
      "too many open files in this process",
      "raise ulimit -n, or LimitNOFILE in the systemd unit"),
  ENOTTY(25, "the device does not know this request"),
  ETXTBSY(26, "the file is a program that is running", "take another file"),
  EFBIG(
      27,
      "larger than the file system or ulimit -f allows",
      "take a smaller size, or raise ulimit -f"),
  ENOSPC(
      28,
      "no space left on the device",
      "free some there, or take a smaller size or another target"),
  ESPIPE(29, "it has no offsets"),
  EROFS(
      30,
      "read-only file system",
      "mount it for writing, or take another target; one that turned read-only by itself had an error, which the kernel log tells"),
  EMLINK(31, "too many links"),
  EPIPE(32, "nobody reads the other end"),
  ERANGE(34, "result too large"),
  EDEADLK(35, "would wait for itself"),
  ENAMETOOLONG(36, "name too long", "take a shorter one"),
  ENOSYS(38, "this kernel does not have the call"),
  ENOTEMPTY(39, "folder not empty"),
  ELOOP(
      40,
      "a symbolic link that must not be followed, or too many of them",
      "name the file that it leads to"),
  EBADE(
      52,
      "bad exchange with the device",
      "if others share the device, see whether one of them has reserved it (sg_persist); the kernel log says more"),
  ENODATA(61, "no data; of a disk, its medium is unreadable there", Cure.KERNEL_LOG),
  ETIME(62, "timer expired", Cure.KERNEL_LOG),
  ENOLINK(67, "the link was cut", Cure.KERNEL_LOG),
  EPROTO(71, "protocol error", Cure.KERNEL_LOG),
  EBADMSG(74, "bad data; a checksum does not match", Cure.CHECK),
  EOVERFLOW(75, "value too large"),
  EBADFD(77, "the file is in a bad state"),
  EILSEQ(84, "bad bytes; protection information does not match", Cure.KERNEL_LOG),
  EOPNOTSUPP(95, "not supported here"),
  ENETDOWN(100, "network is down", Cure.NETWORK),
  ENETUNREACH(101, "network unreachable", Cure.NETWORK),
  ECONNABORTED(103, "the connection was given up", Cure.NETWORK),
  ECONNRESET(104, "connection reset by the peer", Cure.NETWORK),
  ENOBUFS(105, "no buffer space"),
  ENOTCONN(107, "not connected", Cure.NETWORK),
  ESHUTDOWN(108, "the server is being shut down", Cure.NETWORK),
  ETIMEDOUT(110, "no answer in time", Cure.NETWORK),
  ECONNREFUSED(111, "connection refused", Cure.NETWORK),
  EHOSTDOWN(112, "host is down", Cure.NETWORK),
  EHOSTUNREACH(113, "no route to the host", Cure.NETWORK),
  EALREADY(114, "already under way"),
  EINPROGRESS(115, "under way"),
  ESTALE(
      116,
      "the file is gone from its server",
      "it was removed there or exported anew; mount it again and lay the target out again"),
  EUCLEAN(117, "the file system is damaged", Cure.CHECK),
  EREMOTEIO(121, "remote I/O error", Cure.KERNEL_LOG),
  EDQUOT(
      122,
      "disk quota exceeded",
      "free some space or raise the quota, or take a smaller size or another target"),
  ENOMEDIUM(123, "no medium", Cure.ATTACH),
  EMEDIUMTYPE(124, "wrong medium"),
  ECANCELED(125, "cancelled"),
  EOWNERDEAD(130, "owner died"),
  EHWPOISON(133, "the memory page is broken", Cure.KERNEL_LOG);

  private static final Errno[] BY_NUMBER = new Errno[134];

  static {
    for (Errno errno : values()) {
      BY_NUMBER[errno.number] = errno;
    }
  }

  /** What several of them are cured by. */
  private static final class Cure {
    // Only what the kernel itself knows more about.
    static final String KERNEL_LOG =
        "the kernel log (dmesg) says more; check the device and the path to it";
    static final String CHECK =
        "the kernel log (dmesg) says more; check the file system (fsck, xfs_repair, scrub)";
    static final String ATTACH =
        "see that it is attached and switched on; the kernel log (dmesg) tells if it went away";
    static final String NETWORK = "check the network to the storage, and that the storage is up";
  }

  private final int number;
  private final String meaning;
  private final String cure;

  Errno(int number, String meaning) {
    this(number, meaning, "");
  }

  Errno(int number, String meaning, String cure) {
    this.number = number;
    this.meaning = meaning;
    this.cure = cure;
  }

  /** The positive number, as the C library's errno holds it. */
  public int number() {
    return number;
  }

  /** What it means for a person: a phrase that can follow the name. */
  public String meaning() {
    return meaning;
  }

  /** What to do if it hits a target, as a phrase; empty where the meaning says all there is. */
  public String cure() {
    return cure;
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

  /**
   * All there is to say of a number: {@code ENOSPC (28), no space left on the device; free some
   * there, or take a smaller size or another target}.
   *
   * @param number positive, or negated as system calls return it
   * @return the text, the meaning and, if there is one, the cure
   */
  public static String explain(int number) {
    String cure = of(number).map(Errno::cure).orElse("");
    return text(number) + ", " + meaning(number) + (cure.isEmpty() ? "" : "; " + cure);
  }
}
