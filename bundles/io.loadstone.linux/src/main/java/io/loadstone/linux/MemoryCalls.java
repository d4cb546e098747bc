package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.api.engine.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Memory straight from the kernel: pages that count against no limit of the Java heap, and what a
 * file descriptor shares.
 */
// Restricted: a mapping's size and life are what this class says they are.
@SuppressWarnings("restricted")
public final class MemoryCalls {
  /** What {@link #lockedMemoryLimitBytes} returns if there is no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  // asm-generic/mman-common.h
  /** For {@link #advise}: no read-ahead. */
  public static final int MADV_RANDOM = 1;

  /** For {@link #advise}: much read-ahead, and pages that were passed may go soon. */
  public static final int MADV_SEQUENTIAL = 2;

  // asm-generic/mman-common.h, linux/mman.h
  private static final int PROT_READ = 1;
  private static final int PROT_READ_WRITE = 1 | 2;
  private static final int MAP_SHARED = 1;
  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_POPULATE = 0x8000;
  private static final int MAP_HUGETLB = 0x40000;
  private static final int NO_FILE = -1;
  // asm-generic/resource.h
  private static final int RLIMIT_MEMLOCK = 8;

  private static final MethodHandle MMAP =
      NativeCalls.function(
          "mmap",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      NativeCalls.function("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle MADVISE =
      NativeCalls.function(
          "madvise", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
  private static final MethodHandle GETRLIMIT =
      NativeCalls.function("getrlimit", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle FREE =
      NativeCalls.function("free", FunctionDescriptor.ofVoid(JAVA_LONG));
  private static final MethodHandle GETPAGESIZE =
      NativeCalls.function("getpagesize", FunctionDescriptor.of(JAVA_INT));

  private MemoryCalls() {}

  /**
   * Takes zeroed pages from the kernel; they are given back when the arena closes.
   *
   * @param alignmentBytes of the address, a power of two
   * @throws NativeIoException if there is not enough memory
   */
  public static MemorySegment pages(Arena arena, long lengthBytes, long alignmentBytes)
      throws NativeIoException {
    // A mapping begins at a page; only a larger alignment needs room to move within.
    long room = Math.max(0, alignmentBytes - pageBytes());
    MemorySegment mapped =
        map(
            arena,
            lengthBytes + room,
            PROT_READ_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            NO_FILE,
            0,
            "memory");
    long skipped = -mapped.address() & (alignmentBytes - 1);
    return mapped.asSlice(skipped, lengthBytes);
  }

  /**
   * Maps what a file descriptor shares; it is unmapped when the arena closes.
   *
   * @param name what it is, for the exception
   * @throws NativeIoException if the kernel refuses
   */
  public static MemorySegment shared(
      Arena arena, int fd, long lengthBytes, long offsetBytes, String name)
      throws NativeIoException {
    return map(
        arena, lengthBytes, PROT_READ_WRITE, MAP_SHARED | MAP_POPULATE, fd, offsetBytes, name);
  }

  /**
   * Takes zeroed huge pages, of the default size, from those that the administrator set aside; they
   * are given back when the arena closes.
   *
   * @param lengthBytes a multiple of the size of a huge page
   * @throws NativeIoException with ENOMEM if there are not enough
   */
  public static MemorySegment hugePages(Arena arena, long lengthBytes) throws NativeIoException {
    return map(
        arena,
        lengthBytes,
        PROT_READ_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB,
        NO_FILE,
        0,
        "huge pages");
  }

  /**
   * Maps a file from its beginning; it is unmapped when the arena closes. Touching a page that the
   * file no longer has, or that its device can't give, is an {@link InternalError} soon after in
   * Java, and the end of the process in native code.
   *
   * @param name what it is, for the exception
   * @throws NativeIoException if the kernel refuses
   */
  public static MemorySegment file(
      Arena arena, int fd, long lengthBytes, boolean writable, String name)
      throws NativeIoException {
    return map(arena, lengthBytes, writable ? PROT_READ_WRITE : PROT_READ, MAP_SHARED, fd, 0, name);
  }

  /**
   * Tells the kernel how mapped memory will be used.
   *
   * @param advice of the {@code MADV_} constants
   * @return 0, or a negated errno
   */
  public static int advise(MemorySegment mapped, int advice) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      int rc = (int) MADVISE.invokeExact(errno, mapped.address(), mapped.byteSize(), advice);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("madvise", t);
    }
  }

  /**
   * What lies at an address that the kernel told.
   *
   * @param arena bounds the segment's life; the memory stays when it closes
   */
  public static MemorySegment at(Arena arena, long address, long lengthBytes) {
    return MemorySegment.ofAddress(address).reinterpret(lengthBytes, arena, null);
  }

  private static MemorySegment map(
      Arena arena,
      long lengthBytes,
      int protection,
      int flags,
      int fd,
      long offsetBytes,
      String name)
      throws NativeIoException {
    long address;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(scratch);
      address = (long) MMAP.invokeExact(errno, 0L, lengthBytes, protection, flags, fd, offsetBytes);
      if (address == -1) {
        throw new NativeIoException(
            "mmap", NativeCalls.negatedErrno(errno), lengthBytes + " bytes of " + name);
      }
    } catch (NativeIoException e) {
      throw e;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("mmap", t);
    }
    return MemorySegment.ofAddress(address)
        .reinterpret(lengthBytes, arena, segment -> unmap(segment.address(), lengthBytes));
  }

  private static void unmap(long address, long lengthBytes) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(scratch);
      int rc = (int) MUNMAP.invokeExact(errno, address, lengthBytes);
      if (rc < 0) {
        throw new AssertionError(
            "munmap of a whole mapping failed: " + Errno.text(NativeCalls.negatedErrno(errno)));
      }
    } catch (Throwable t) {
      throw NativeCalls.mismatch("munmap", t);
    }
  }

  /**
   * Frees what a library took with malloc and left to its caller.
   *
   * @param address 0 for nothing
   */
  public static void free(long address) {
    try (Arena arena = Arena.ofConfined()) {
      FREE.invokeExact(NativeCalls.errnoSegment(arena), address);
    } catch (Throwable t) {
      throw NativeCalls.mismatch("free", t);
    }
  }

  /** Size of a page of memory. */
  public static int pageBytes() {
    try (Arena arena = Arena.ofConfined()) {
      return (int) GETPAGESIZE.invokeExact(NativeCalls.errnoSegment(arena));
    } catch (Throwable t) {
      throw NativeCalls.mismatch("getpagesize", t);
    }
  }

  /**
   * How much memory this process may lock (RLIMIT_MEMLOCK, the soft limit; {@code ulimit -l}).
   *
   * @return bytes, or {@link #UNLIMITED}
   */
  public static long lockedMemoryLimitBytes() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits = arena.allocate(16, Long.BYTES);
      int rc = (int) GETRLIMIT.invokeExact(NativeCalls.errnoSegment(arena), RLIMIT_MEMLOCK, limits);
      long soft = limits.get(JAVA_LONG, 0);
      // RLIM_INFINITY is all ones.
      return rc < 0 || soft < 0 ? UNLIMITED : soft;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("getrlimit", t);
    }
  }
}
