package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.OptionalLibrary;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.PlainFile;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of sessions that were opened, used, failed, cut off and closed. */
@Timeout(60)
class LeftBehindTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int CYCLES = 100;
  // malloc.h: struct mallinfo2, whose eighth number is what is in use, of all arenas.
  private static final MemoryLayout MALLINFO = MemoryLayout.sequenceLayout(10, JAVA_LONG);
  private static final long IN_USE = 7 * Long.BYTES;

  private @TempDir Path dir = Path.of("");

  @Test
  void aHundredSessionsLeaveNoDescriptorThreadOrMemory() throws Exception {
    try (Tgtd server = new Tgtd();
        Relay relay = new Relay(server)) {
      int lun = server.add(PlainFile.make(dir.resolve("disk"), 1 << 20).path());
      IscsiTarget direct = server.target(lun, "connections=2");
      IscsiTarget relayed = Tgtd.target(Tgtd.uri(relay.portal(), lun, "timeout=1s"));
      relay.answer(cdb -> cdb[0] == (byte) 0x8a ? Relay.checkCondition(3, 0x0c, 0) : null);
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        use(direct, relayed);
      }
      relay.reset();
      long files = openFiles();
      long bytes = bytesInUse();
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        use(direct, relayed);
      }
      assertThat(server.sessions()).isZero();
      relay.reset();
      assertThat(openFiles()).isEqualTo(files);
      assertThat(Thread.getAllStackTraces().keySet())
          .noneMatch(thread -> thread.getName().contains("loadstone"));
      // A session alone has more than 4 KiB, and each cycle has three and sixteen commands.
      assertThat(bytesInUse() - bytes).isLessThan(CYCLES * 4096L);
    }
  }

  private static void use(IscsiTarget direct, IscsiTarget relayed) throws IOException {
    Completions done = new Completions();
    try (IoQueue queue =
        new IscsiEngine().open(List.of(direct, relayed), new QueueOptions(16, 4096, 4096))) {
      for (int slot = 0; slot < 16; slot++) {
        queue.offer(slot, slot % 2, slot < 8 ? IoKind.READ : IoKind.WRITE, 4096L * slot, 4096);
      }
      assertThat(queue.submitAndWait(16, LONG_ENOUGH_NS, done)).isEqualTo(16);
      assertThat(done.all()).filteredOn(completion -> completion.result() == -5).hasSize(4);
      // And some that are in flight, and some that are not, when it closes.
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
            .function(
                "mallinfo2",
                FunctionDescriptor.of(MemoryLayout.structLayout(MALLINFO.withName("numbers"))));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = (MemorySegment) mallinfo.invokeExact((SegmentAllocator) arena);
      return info.get(JAVA_LONG, IN_USE);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("mallinfo2", t);
    }
  }
}
