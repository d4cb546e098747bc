package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.OptionalLibrary;
import io.loadstone.testkit.Completions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Opens, uses and closes queues in a Java machine that does nothing else, and tells what grew
 * meanwhile.
 */
final class SessionCycles {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int WARM_UP = 50;
  private static final int DEPTH = 16;
  // malloc.h: struct mallinfo2, whose eighth number is what is in use, of all arenas.
  private static final MemoryLayout MALLINFO =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, JAVA_LONG));
  private static final long IN_USE = 7 * Long.BYTES;

  private SessionCycles() {}

  /**
   * Prints how many bytes and descriptors there are more in the end.
   *
   * @param args how many cycles, then the names of two LUNs; writes to the second one fail
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws IOException {
    List<IscsiTarget> targets =
        List.of(Tgtd.target(TargetUri.parse(args[1])), Tgtd.target(TargetUri.parse(args[2])));
    repeat(targets, WARM_UP);
    long bytes = bytesInUse();
    long files = openFiles();
    repeat(targets, Integer.parseInt(args[0]));
    System.out.println((bytesInUse() - bytes) + " " + (openFiles() - files));
  }

  private static void repeat(List<IscsiTarget> targets, int times) throws IOException {
    for (int time = 0; time < times; time++) {
      use(targets);
    }
  }

  private static void use(List<IscsiTarget> targets) throws IOException {
    Completions done = new Completions();
    try (IoQueue queue = new IscsiEngine().open(targets, new QueueOptions(DEPTH, 4096, 4096))) {
      for (int slot = 0; slot < DEPTH; slot++) {
        IoKind kind = slot < DEPTH / 2 ? IoKind.READ : IoKind.WRITE;
        queue.offer(slot, slot % 2, kind, 4096L * slot, 4096);
      }
      if (queue.submitAndWait(DEPTH, LONG_ENOUGH_NS, done) != DEPTH
          || done.all().stream().filter(completion -> completion.result() < 0).count()
              != DEPTH / 4) {
        throw new IOException("not what was expected: " + done.all());
      }
      // And some that are in flight, and one that is not, when it closes.
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.offer(1, 1, IoKind.READ, 0, 4096);
      queue.submitAndWait(0, 0, done);
      queue.offer(2, 0, IoKind.WRITE, 0, 4096);
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
      return entries.count();
    }
  }

  private static long bytesInUse() {
    MethodHandle mallinfo =
        OptionalLibrary.find("libc.so.6")
            .orElseThrow()
            .function("mallinfo2", FunctionDescriptor.of(MALLINFO));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = (MemorySegment) mallinfo.invokeExact((SegmentAllocator) arena);
      return info.get(JAVA_LONG, IN_USE);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("mallinfo2", t);
    }
  }
}
