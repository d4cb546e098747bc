package io.loadstone.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A library of the system that need not be installed, for bundles that speak a protocol through
 * one.
 *
 * <p><b>Threads:</b> any.
 */
// Restricted: what a descriptor says must be what the library does.
@SuppressWarnings("restricted")
public final class OptionalLibrary {
  private final SymbolLookup symbols;

  private OptionalLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  /**
   * Looks for a library where the system's linker looks, and loads it for the life of the process.
   *
   * @param file such as {@code libnfs.so.13}
   * @return empty if it is not installed
   */
  public static Optional<OptionalLibrary> find(String file) {
    return NativeCalls.library(file).map(OptionalLibrary::new);
  }

  /**
   * A handle of one of its functions; the library's word is needed that it takes and gives what the
   * descriptor says.
   *
   * @throws java.util.NoSuchElementException if it has none of that name
   */
  public MethodHandle function(String name, FunctionDescriptor descriptor) {
    return NativeCalls.function(symbols, name, descriptor);
  }

  /** Whether it has such a function; later versions have more. */
  public boolean has(String name) {
    return symbols.find(name).isPresent();
  }

  /**
   * The address of a method of Java for a library to call, as long as the arena is open. What the
   * method throws ends the process: it must throw nothing.
   *
   * @param method of the descriptor's type
   */
  public static MemorySegment callback(
      MethodHandle method, FunctionDescriptor descriptor, Arena arena) {
    return Linker.nativeLinker().upcallStub(method, descriptor, arena);
  }

  /** The text at an address that a function gave back; empty if it gave none. */
  public static String text(long address) {
    return address == 0 ? "" : NativeCalls.text(MemorySegment.ofAddress(address));
  }

  /** For the catch block that {@code invokeExact} forces on its callers. */
  public static AssertionError mismatch(String function, Throwable thrown) {
    return NativeCalls.mismatch(function, thrown);
  }
}
