package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Requests to block devices. Failures come back as a negated errno; nothing here throws for them.
 *
 * <p><b>Threads:</b> any.
 */
public final class BlockCalls {
  // linux/fs.h: _IOR(0x12, 114, size_t); the same on x86-64 and arm64
  private static final long BLKGETSIZE64 = 0x8008_1272L;

  // int ioctl(int fd, unsigned long request, ...)
  private static final MethodHandle IOCTL =
      NativeCalls.variadic(
          "ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));

  private BlockCalls() {}

  /**
   * The size of an open device, now.
   *
   * @return bytes, 0 if its medium is gone; or a negated errno
   */
  public static long sizeBytes(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      MemorySegment size = arena.allocate(JAVA_LONG);
      int rc = (int) IOCTL.invokeExact(errno, fd, BLKGETSIZE64, size);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : size.get(JAVA_LONG, 0);
    } catch (Throwable t) {
      throw NativeCalls.mismatch("ioctl", t);
    }
  }
}
