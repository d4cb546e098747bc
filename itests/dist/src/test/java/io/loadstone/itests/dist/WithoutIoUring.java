package io.loadstone.itests.dist;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * Becomes another program that the kernel denies io_uring, as container runtimes do: a seccomp
 * filter answers its three system calls with EPERM. What is started by that program is denied it
 * too.
 *
 * <p>A program of its own, run by {@link #prefix()}.
 */
final class WithoutIoUring {
  // asm-generic/unistd.h: io_uring_setup, io_uring_enter, io_uring_register, on every architecture.
  private static final int FIRST_CALL = 425;
  private static final int LAST_CALL = 427;

  // linux/prctl.h, linux/seccomp.h
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int PR_SET_SECCOMP = 22;
  private static final int SECCOMP_MODE_FILTER = 2;
  private static final int RET_ALLOW = 0x7fff0000;
  private static final int RET_EPERM = 0x00050000 | 1;

  // linux/bpf_common.h: load a word of struct seccomp_data, compare it, return.
  private static final short LOAD = 0x20;
  private static final short JUMP_IF_AT_LEAST = 0x35;
  private static final short JUMP_IF_ABOVE = 0x25;
  private static final short RETURN = 0x06;

  private static final Linker LINKER = Linker.nativeLinker();

  private WithoutIoUring() {}

  /** What to put before a command. */
  static String[] prefix() {
    return new String[] {
      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
      "--enable-native-access=ALL-UNNAMED",
      "-cp",
      testClasses(),
      WithoutIoUring.class.getName()
    };
  }

  private static String testClasses() {
    try {
      return Path.of(
              WithoutIoUring.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Does it.
   *
   * @param command the program, found along the path, and its arguments
   */
  public static void main(String[] command) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle prctl =
          function(
              "prctl",
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG));
      MethodHandle execvp =
          function(
              "execvp",
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
      int privileges = (int) prctl.invokeExact(PR_SET_NO_NEW_PRIVS, 1L, MemorySegment.NULL, 0L, 0L);
      int filter =
          (int)
              prctl.invokeExact(PR_SET_SECCOMP, (long) SECCOMP_MODE_FILTER, filter(arena), 0L, 0L);
      if (privileges != 0 || filter != 0) {
        throw new IllegalStateException("the kernel takes no seccomp filter");
      }
      // The filter is of this thread; exec ends all others and keeps this one.
      MemorySegment arguments = strings(arena, List.of(command));
      int failed = (int) execvp.invokeExact(arena.allocateFrom(command[0]), arguments);
      throw new IllegalStateException(command[0] + " can't be run: execvp gave " + failed);
    }
  }

  @SuppressWarnings("restricted") // what this program is for
  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  // struct sock_fprog with five struct sock_filter {code, jt, jf, k}.
  private static MemorySegment filter(Arena arena) {
    MemorySegment code = arena.allocate(8 * 5, 8);
    instruction(code, 0, LOAD, 0, 0, 0);
    instruction(code, 1, JUMP_IF_AT_LEAST, 0, 2, FIRST_CALL);
    instruction(code, 2, JUMP_IF_ABOVE, 1, 0, LAST_CALL);
    instruction(code, 3, RETURN, 0, 0, RET_EPERM);
    instruction(code, 4, RETURN, 0, 0, RET_ALLOW);
    MemorySegment program = arena.allocate(16, 8);
    program.set(ValueLayout.JAVA_SHORT, 0, (short) 5);
    program.set(ValueLayout.ADDRESS, 8, code);
    return program;
  }

  private static void instruction(
      MemorySegment code, int index, short what, int ifTrue, int ifFalse, int value) {
    code.set(ValueLayout.JAVA_SHORT, index * 8L, what);
    code.set(ValueLayout.JAVA_BYTE, index * 8L + 2, (byte) ifTrue);
    code.set(ValueLayout.JAVA_BYTE, index * 8L + 3, (byte) ifFalse);
    code.set(ValueLayout.JAVA_INT, index * 8L + 4, value);
  }

  private static MemorySegment strings(Arena arena, List<String> texts) {
    MemorySegment array = arena.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    array.setAtIndex(ValueLayout.ADDRESS, texts.size(), MemorySegment.NULL);
    return array;
  }
}
