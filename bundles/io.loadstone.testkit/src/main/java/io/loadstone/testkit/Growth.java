package io.loadstone.testkit;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is there more after the same was done many times, in a Java machine that does nothing else:
 * memory of the C library too, which no other test in the machine takes or gives back.
 *
 * @param bytes in use of what malloc gave
 * @param files open
 * @param threads of the process
 */
// Restricted: what the descriptor says must be what malloc.h says.
@SuppressWarnings("restricted")
public record Growth(long bytes, long files, long threads) {
  private static final int WARM_UP = 50;
  // malloc.h: struct mallinfo2, whose eighth number is what is in use, of all arenas.
  private static final MemoryLayout MALLINFO =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, JAVA_LONG));
  private static final long IN_USE = 7 * Long.BYTES;

  /** What is done many times. */
  @FunctionalInterface
  public interface Cycle {
    /** Does it once. */
    void run() throws IOException;
  }

  /**
   * Runs a program that calls {@link #print}, without a compiler, whose own memory comes and goes
   * by megabytes.
   *
   * @throws IOException with what it said, if it failed
   */
  public static Growth of(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (java.onExit().join().exitValue() != 0) {
      throw new IOException(program.getName() + " failed: " + said);
    }
    String[] numbers = said.strip().split(" ", -1);
    return new Growth(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
  }

  /** Does something some times, and then as often as it says, and prints what grew meanwhile. */
  @SuppressWarnings("SystemOut")
  public static void print(int cycles, Cycle cycle) throws IOException {
    repeat(WARM_UP, cycle);
    Growth before = now();
    repeat(cycles, cycle);
    Growth after = now();
    System.out.println(
        (after.bytes - before.bytes)
            + " "
            + (after.files - before.files)
            + " "
            + (after.threads - before.threads));
  }

  private static void repeat(int times, Cycle cycle) throws IOException {
    for (int time = 0; time < times; time++) {
      cycle.run();
    }
  }

  private static Growth now() throws IOException {
    return new Growth(bytesInUse(), entries("/proc/self/fd"), entries("/proc/self/task"));
  }

  private static long entries(String folder) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(folder))) {
      return entries.count();
    }
  }

  private static long bytesInUse() {
    Linker linker = Linker.nativeLinker();
    MethodHandle mallinfo =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mallinfo2"), FunctionDescriptor.of(MALLINFO));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = (MemorySegment) mallinfo.invokeExact((SegmentAllocator) arena);
      return info.get(JAVA_LONG, IN_USE);
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }
}
