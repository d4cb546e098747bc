package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.api.engine.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * System calls on files. Failures come back as a negated errno; nothing here throws for them. A
 * call that a signal interrupts is made again, except {@link #open} and {@link #close}.
 *
 * <p><b>Threads:</b> any. <b>Allocation:</b> none in the calls that take an {@code errno} segment;
 * make one with {@link #errnoSegment} and give each thread its own.
 */
public final class FileCalls {
  // asm-generic/fcntl.h; arch/arm64/include/uapi/asm/fcntl.h differs in the last three.
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_CREAT = 0_100;
  public static final int O_EXCL = 0_200;
  public static final int O_TRUNC = 0_1000;
  public static final int O_NONBLOCK = 0_4000;
  public static final int O_DSYNC = 0_10000;
  public static final int O_SYNC = 0_4010000;
  public static final int O_NOATIME = 0_1000000;
  public static final int O_CLOEXEC = 0_2000000;
  public static final int O_PATH = 0_10000000;

  /** I/O bypasses the page cache. */
  public static final int O_DIRECT = Platform.byArchitecture(0_40000, 0_200000);

  /** Fails with ENOTDIR on what is no folder. */
  public static final int O_DIRECTORY = Platform.byArchitecture(0_200000, 0_40000);

  /** Fails with ELOOP if the last part of the path is a symbolic link. */
  public static final int O_NOFOLLOW = Platform.byArchitecture(0_400000, 0_100000);

  // linux/falloc.h
  /** For {@link #fallocate}: the size stays as it is. */
  public static final int FALLOC_FL_KEEP_SIZE = 1;

  /** For {@link #fallocate}, with {@link #FALLOC_FL_KEEP_SIZE}: gives space back. */
  public static final int FALLOC_FL_PUNCH_HOLE = 2;

  // asm-generic/fcntl.h
  private static final int LOCK_SH = 1;
  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  private static final int INTERRUPTED = -Errno.EINTR.number();

  // asm/unistd_64.h; asm-generic/unistd.h on arm64
  private static final long NR_PREAD64 = Platform.byArchitecture(17, 67);
  private static final long NR_PWRITE64 = Platform.byArchitecture(18, 68);

  // int open(const char *path, int flags, ...)
  private static final MethodHandle OPEN =
      NativeCalls.variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      NativeCalls.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  // By number: the C library's own functions make a thread cancellable and back, which no thread of
  // Java can use, and which was 3 % of the processor time of a read of 4 KiB from the page cache.
  // Addresses are passed as numbers: the queue that owns a buffer outlives the call.
  private static final MethodHandle TRANSFER =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FSYNC =
      NativeCalls.function("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle FALLOCATE =
      NativeCalls.function(
          "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FLOCK =
      NativeCalls.function("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle FTRUNCATE =
      NativeCalls.function("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));

  private FileCalls() {}

  /** A place where one thread's calls leave errno. */
  public static MemorySegment errnoSegment(Arena arena) {
    return NativeCalls.errnoSegment(arena);
  }

  /**
   * Opens a file; {@link #O_CLOEXEC} is always added, so that no child process inherits it.
   *
   * @param flags of the {@code O_} constants
   * @param mode permissions of a file that is made, such as {@code 0644}
   * @return the file descriptor, or a negated errno
   */
  public static int open(Path path, int flags, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errnoSegment(arena);
      int rc =
          (int)
              OPEN.invokeExact(errno, arena.allocateFrom(path.toString()), flags | O_CLOEXEC, mode);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("open", t);
    }
  }

  /**
   * Closes a file descriptor, which is gone whatever this returns.
   *
   * @return 0, or a negated errno
   */
  public static int close(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errnoSegment(arena);
      int rc = (int) CLOSE.invokeExact(errno, fd);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("close", t);
    }
  }

  /**
   * Tells all programs that ask that a file is in use, until the descriptor is closed; never waits.
   * It keeps nobody from the file who does not ask.
   *
   * @param exclusive whether nobody else may use it; if not, nobody may have it exclusively
   * @return 0, or a negated errno; {@code EAGAIN} if somebody else has it
   */
  public static int lock(int fd, boolean exclusive) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errnoSegment(arena);
      int rc;
      do {
        rc = (int) FLOCK.invokeExact(errno, fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
        rc = rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
      } while (rc == INTERRUPTED);
      return rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("flock", t);
    }
  }

  /**
   * Reserves space, or what {@code mode} says instead.
   *
   * @param mode 0 or of the {@code FALLOC_FL_} constants
   * @return 0, or a negated errno; {@code EOPNOTSUPP} if the file system can't
   */
  public static int fallocate(int fd, int mode, long offsetBytes, long lengthBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errnoSegment(arena);
      int rc;
      do {
        rc = (int) FALLOCATE.invokeExact(errno, fd, mode, offsetBytes, lengthBytes);
        rc = rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
      } while (rc == INTERRUPTED);
      return rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("fallocate", t);
    }
  }

  /**
   * Sets a file's length; what is added reads as zeroes.
   *
   * @return 0, or a negated errno
   */
  public static int ftruncate(int fd, long lengthBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errnoSegment(arena);
      int rc;
      do {
        rc = (int) FTRUNCATE.invokeExact(errno, fd, lengthBytes);
        rc = rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
      } while (rc == INTERRUPTED);
      return rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("ftruncate", t);
    }
  }

  /**
   * Makes what was written durable.
   *
   * @return 0, or a negated errno
   */
  public static int fsync(MemorySegment errno, int fd) {
    try {
      int rc;
      do {
        rc = (int) FSYNC.invokeExact(errno, fd);
        rc = rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
      } while (rc == INTERRUPTED);
      return rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("fsync", t);
    }
  }

  /**
   * Reads at an offset.
   *
   * @param address of {@code lengthBytes} bytes that stay allocated during the call
   * @return bytes read, fewer than asked for at the end of the file, or a negated errno
   */
  public static int pread(
      MemorySegment errno, int fd, long address, int lengthBytes, long offsetBytes) {
    return transfer(NR_PREAD64, errno, fd, address, lengthBytes, offsetBytes);
  }

  /**
   * Writes at an offset.
   *
   * @param address of {@code lengthBytes} bytes that stay allocated during the call
   * @return bytes written, or a negated errno
   */
  public static int pwrite(
      MemorySegment errno, int fd, long address, int lengthBytes, long offsetBytes) {
    return transfer(NR_PWRITE64, errno, fd, address, lengthBytes, offsetBytes);
  }

  private static int transfer(
      long number, MemorySegment errno, int fd, long address, int lengthBytes, long offsetBytes) {
    try {
      int rc;
      do {
        long moved =
            (long)
                TRANSFER.invokeExact(errno, number, fd, address, (long) lengthBytes, offsetBytes);
        rc = moved < 0 ? NativeCalls.negatedErrno(errno) : (int) moved;
      } while (rc == INTERRUPTED);
      return rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("pread64 or pwrite64", t);
    }
  }
}
