package io.loadstone.engine.uring.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs something on a thread of its own that the kernel allows less than the rest of the JVM. */
@SuppressWarnings("restricted")
final class RestrictedThread {
  // linux/prctl.h, linux/seccomp.h, linux/capability.h, asm/unistd.h (x86-64, arm64)
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int PR_SET_SECCOMP = 22;
  private static final long SECCOMP_MODE_FILTER = 2;
  private static final int SECCOMP_RET_ALLOW = 0x7fff0000;
  private static final int SECCOMP_RET_ERRNO = 0x00050000;
  private static final int CAPABILITY_VERSION_3 = 0x20080522;
  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final long NR_CAPSET = ARM ? 91 : 126;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle PRCTL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("prctl"),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));
  private static final MethodHandle CAPSET =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("syscall"),
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS),
          Linker.Option.firstVariadicArg(1));

  private RestrictedThread() {}

  /** Where a system call fails with an errno, as under the seccomp profile of a container. */
  static <T> T withRefusedCall(int call, int errno, Callable<T> action) throws Exception {
    return run(
        () -> {
          refuse(call, errno);
          return action.call();
        });
  }

  /** Without any capability, as for a user who is not root. */
  static <T> T withoutCapabilities(Callable<T> action) throws Exception {
    return run(
        () -> {
          dropCapabilities();
          return action.call();
        });
  }

  private static <T> T run(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = Thread.ofPlatform().start(task);
    T result = task.get();
    thread.join();
    return result;
  }

  private static void refuse(int call, int errno) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      // struct sock_filter: u16 code; u8 jt, jf; u32 k. Load the number; compare; errno; allow.
      MemorySegment program = arena.allocate(4 * 8, 8);
      instruction(program, 0, 0x20, 0, 0);
      instruction(program, 1, 0x15, 0x0100, call);
      instruction(program, 2, 0x06, 0, SECCOMP_RET_ERRNO | errno);
      instruction(program, 3, 0x06, 0, SECCOMP_RET_ALLOW);
      // struct sock_fprog
      MemorySegment head = arena.allocate(16, 8);
      head.set(JAVA_SHORT, 0, (short) 4);
      head.set(ADDRESS, 8, program);
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0);
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, head.address());
    }
  }

  private static void instruction(MemorySegment program, int index, int code, int jumps, int k) {
    program.set(JAVA_SHORT, index * 8L, (short) code);
    program.set(JAVA_SHORT, index * 8L + 2, (short) jumps);
    program.set(JAVA_INT, index * 8L + 4, k);
  }

  private static void prctl(int option, long first, long second) throws Exception {
    int rc;
    try {
      rc = (int) PRCTL.invokeExact(option, first, second, 0L, 0L);
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
    if (rc != 0) {
      throw new IllegalStateException("prctl " + option + " failed");
    }
  }

  private static void dropCapabilities() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = arena.allocate(8, 4);
      header.set(JAVA_INT, 0, CAPABILITY_VERSION_3);
      long rc = (long) CAPSET.invokeExact(NR_CAPSET, header, arena.allocate(24, 4));
      if (rc != 0) {
        throw new IllegalStateException("capset failed");
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }
}
