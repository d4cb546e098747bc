package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The raw io_uring system calls. Failures come back as a negated errno; nothing here throws for
 * them. What the structures mean is the engine's matter.
 *
 * <p><b>Allocation:</b> none in {@link #enter}.
 */
public final class RingCalls {
  // asm-generic/unistd.h; the same on x86-64 and arm64. C libraries have no functions for them.
  private static final long NR_IO_URING_SETUP = 425;
  private static final long NR_IO_URING_ENTER = 426;
  private static final long NR_IO_URING_REGISTER = 427;

  // long syscall(long number, ...)
  private static final MethodHandle SETUP =
      NativeCalls.variadic(
          "syscall", 1, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS));
  private static final MethodHandle ENTER =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle REGISTER =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

  private RingCalls() {}

  /**
   * Makes a ring.
   *
   * @param params {@code struct io_uring_params}, read and filled in
   * @return the ring's file descriptor, or a negated errno
   */
  public static int setup(int entries, MemorySegment params) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      long rc = (long) SETUP.invokeExact(errno, NR_IO_URING_SETUP, entries, params);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("io_uring_setup", t);
    }
  }

  /**
   * Hands over submissions and waits for completions.
   *
   * @param errno of this thread, from {@link FileCalls#errnoSegment}
   * @param argument address of {@code struct io_uring_getevents_arg}, or 0
   * @param argumentBytes its size, or 0
   * @return submissions taken, or a negated errno
   */
  public static int enter(
      MemorySegment errno,
      int ringFd,
      int toSubmit,
      int atLeast,
      int flags,
      long argument,
      long argumentBytes) {
    try {
      long rc =
          (long)
              ENTER.invokeExact(
                  errno,
                  NR_IO_URING_ENTER,
                  ringFd,
                  toSubmit,
                  atLeast,
                  flags,
                  argument,
                  argumentBytes);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("io_uring_enter", t);
    }
  }

  /**
   * Registers resources with a ring, or takes them back.
   *
   * @param argument what the operation code wants, or {@link MemorySegment#NULL}
   * @param count of what the argument points at
   * @return 0 or more, or a negated errno
   */
  public static int register(int ringFd, int opcode, MemorySegment argument, int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      long rc =
          (long) REGISTER.invokeExact(errno, NR_IO_URING_REGISTER, ringFd, opcode, argument, count);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("io_uring_register", t);
    }
  }
}
