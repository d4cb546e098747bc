package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Makes the handles of the C library's functions and takes errno from them. */
// Restricted: this class is where the bundle needs --enable-native-access.
@SuppressWarnings("restricted")
final class NativeCalls {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      CAPTURED.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private NativeCalls() {}

  /** Where a thread's calls leave errno; give each thread its own. */
  static MemorySegment errnoSegment(Arena arena) {
    return arena.allocate(CAPTURED);
  }

  /** The negated errno that the last failed call left. */
  static int negatedErrno(MemorySegment captured) {
    return -captured.get(JAVA_INT, ERRNO_OFFSET);
  }

  static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        descriptor,
        Linker.Option.captureCallState("errno"));
  }

  /** A handle of a C function whose arguments from {@code firstVariadic} on are variadic. */
  static MethodHandle variadic(String name, int firstVariadic, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        descriptor,
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(firstVariadic));
  }

  /**
   * A library of the system that need not be there.
   *
   * @param file such as {@code libblkid.so.1}; looked for where the system's linker looks
   * @return empty if it is not installed
   */
  static Optional<SymbolLookup> library(String file) {
    try {
      return Optional.of(SymbolLookup.libraryLookup(file, Arena.global()));
    } catch (IllegalArgumentException _) { // the JDK's way to say that there is none
      return Optional.empty();
    }
  }

  /** A handle of a function of such a library, which leaves no errno. */
  static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(library.findOrThrow(name), descriptor);
  }

  /** The text that a C string holds, which a function gave back. */
  static String text(MemorySegment pointer) {
    return pointer.reinterpret(Long.MAX_VALUE).getString(0);
  }

  /** For the catch block that {@code invokeExact} forces on its callers. */
  static AssertionError mismatch(String function, Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return new AssertionError(function + ": handle and descriptor disagree", thrown);
  }
}
