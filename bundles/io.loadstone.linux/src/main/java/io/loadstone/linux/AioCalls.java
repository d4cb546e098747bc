package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The raw system calls of native asynchronous I/O. Failures come back as a negated errno; nothing
 * here throws for them. What the structures mean is the engine's matter.
 *
 * <p><b>Allocation:</b> none in {@link #submit} and {@link #getEvents}.
 */
public final class AioCalls {
  // asm/unistd_64.h; asm-generic/unistd.h on arm64. The C library has no functions for them.
  private static final long NR_IO_SETUP = Platform.byArchitecture(206, 0);
  private static final long NR_IO_DESTROY = Platform.byArchitecture(207, 1);
  private static final long NR_IO_GETEVENTS = Platform.byArchitecture(208, 4);
  private static final long NR_IO_SUBMIT = Platform.byArchitecture(209, 2);

  // long syscall(long number, ...); addresses are passed as numbers
  private static final MethodHandle TWO =
      NativeCalls.variadic(
          "syscall", 1, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle THREE =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FIVE =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private AioCalls() {}

  /**
   * Makes a context.
   *
   * @param events operations in flight at once
   * @param context of 8 bytes; the context's number is written into it
   * @return 0, or a negated errno
   */
  public static int setup(int events, MemorySegment context) {
    return two("io_setup", NR_IO_SETUP, events, context.address());
  }

  /**
   * Ends a context: cancels what can be cancelled and waits for the rest.
   *
   * @return 0, or a negated errno
   */
  public static int destroy(long context) {
    return two("io_destroy", NR_IO_DESTROY, context, 0);
  }

  private static int two(String name, long number, long first, long second) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      long rc = (long) TWO.invokeExact(errno, number, first, second);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch(name, t);
    }
  }

  /**
   * Hands over operations.
   *
   * @param errno of this thread, from {@link FileCalls#errnoSegment}
   * @param pointers address of {@code count} addresses of {@code struct iocb}
   * @return operations taken, or a negated errno of the first one
   */
  public static int submit(MemorySegment errno, long context, long count, long pointers) {
    try {
      long rc = (long) THREE.invokeExact(errno, NR_IO_SUBMIT, context, count, pointers);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("io_submit", t);
    }
  }

  /**
   * Takes completions.
   *
   * @param errno of this thread, from {@link FileCalls#errnoSegment}
   * @param events address of room for {@code most} {@code struct io_event}
   * @param timeout address of a {@code struct timespec}
   * @return completions taken, or a negated errno
   */
  public static int getEvents(
      MemorySegment errno, long context, long atLeast, long most, long events, long timeout) {
    try {
      long rc =
          (long) FIVE.invokeExact(errno, NR_IO_GETEVENTS, context, atLeast, most, events, timeout);
      return rc < 0 ? NativeCalls.negatedErrno(errno) : (int) rc;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("io_getevents", t);
    }
  }
}
