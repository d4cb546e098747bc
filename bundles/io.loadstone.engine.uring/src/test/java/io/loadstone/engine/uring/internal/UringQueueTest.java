package io.loadstone.engine.uring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.TargetFiles;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UringQueueTest {
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;
  private static final RingSupport SUPPORT = RingSupport.probe();

  @TempDir Path dir;

  private final Completions done = new Completions();

  @BeforeAll
  static void needsIoUring() {
    assumeTrue(SUPPORT.unavailable().isEmpty(), () -> SUPPORT.unavailable().orElseThrow());
  }

  @Test
  void anOperationIsHandedOverSixteenTimesAtMost() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    QueueOptions options = new QueueOptions(32, 512, 512);
    try (UringQueue queue = new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      for (int attempt = 2; attempt <= 16; attempt++) {
        assertThat(queue.repeat(0)).isTrue();
      }
      assertThat(queue.repeat(0)).isFalse();
      assertThat(queue.repeated()).isEqualTo(15);
    }
  }

  @Test
  void buffersAboveTheLimitOfLockedMemoryAreUsedUnregistered() throws Exception {
    long limitBytes = MemoryCalls.lockedMemoryLimitBytes();
    assumeTrue(limitBytes < 1 << 28, "this process may lock " + RingSupport.lockedMemory());
    PlainFile file = PlainFile.make(dir.resolve("t"), 1 << 20);
    QueueOptions options = new QueueOptions((int) (limitBytes >> 20) + 8, 1 << 20, 4096);
    String reason =
        RestrictedThread.withoutCapabilities(
            () -> {
              try (UringQueue queue =
                  new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
                writeAndReadBack(queue, options.depth() - 1);
                return queue.unregistered().orElseThrow();
              }
            });
    assertThat(reason)
        .contains("could not be registered: ENOMEM (12)")
        .contains("may lock " + limitBytes / 1024 + " KiB")
        .contains("LimitMEMLOCK=infinity");
  }

  // B195
  @Test
  void aThousandQueuesInARowGetTheirLockedMemoryBack() throws Exception {
    long limitBytes = MemoryCalls.lockedMemoryLimitBytes();
    assumeTrue(limitBytes >= 2 << 20, "this process may lock " + RingSupport.lockedMemory());
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    // More than half of the limit: two at a time would not fit.
    int bufferBytes = (int) Math.min(limitBytes / 2 + 65_536, 16 << 20);
    QueueOptions options = new QueueOptions(1, bufferBytes, 4096);
    int registered =
        RestrictedThread.withoutCapabilities(
            () -> {
              int count = 0;
              for (int i = 0; i < 1000; i++) {
                try (UringQueue queue =
                    new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
                  count += queue.unregistered().isEmpty() ? 1 : 0;
                }
              }
              return count;
            });
    assertThat(registered).isEqualTo(1000);
  }

  @Test
  void buffersOfMoreThanAGibibyteAreRegisteredInPieces() throws Exception {
    assumeTrue(availableMemoryBytes() > 4L << 30, "less than 4 GiB of memory are available");
    PlainFile file = PlainFile.make(dir.resolve("t"), 1 << 20);
    QueueOptions options = new QueueOptions(3, 512 << 20, 4096);
    try (UringQueue queue = new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
      assumeTrue(queue.unregistered().isEmpty(), () -> queue.unregistered().orElseThrow());
      writeAndReadBack(queue, 0);
      writeAndReadBack(queue, 2);
    }
  }

  private static long availableMemoryBytes() throws Exception {
    return Files.readAllLines(Path.of("/proc/meminfo")).stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  private void writeAndReadBack(UringQueue queue, int slot) throws Exception {
    for (IoKind kind : List.of(IoKind.WRITE, IoKind.READ)) {
      if (kind == IoKind.WRITE) {
        SectorStamps.stamp(queue.buffer(slot), 4096, 8192, slot);
      } else {
        queue.buffer(slot).asSlice(0, 8192).fill((byte) 0);
      }
      done.clear();
      queue.offer(slot, 0, kind, 4096, 8192);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(slot, 8192));
      assertThat(SectorStamps.firstWrong(queue.buffer(slot), 4096, 8192)).isEqualTo(-1);
    }
  }

  @Test
  void theLargestDepthWorks() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 1 << 20);
    QueueOptions options = new QueueOptions(32_768, 512, 512);
    try (UringQueue queue = new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
      for (int slot = 0; slot < queue.depth(); slot++) {
        assertThat(queue.offer(slot, 0, IoKind.READ, 0, 512)).isTrue();
      }
      assertThat(queue.submitAndWait(queue.depth(), LONG_ENOUGH_NS, done)).isEqualTo(queue.depth());
      assertThat(done.all()).allMatch(completion -> completion.result() == 512);
    }
  }

  @Test
  void aLengthBeyondTheBufferNeverReachesTheKernel() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    QueueOptions options = new QueueOptions(2, 512, 512);
    try (UringQueue queue = new UringQueue(SUPPORT, TargetFiles.open(List.of(file)), options)) {
      assertThatThrownBy(() -> queue.offer(0, 0, IoKind.READ, 0, 513))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("lengthBytes is 513; allowed: 1 to 512");
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 512)).isTrue();
    }
  }

  @Test
  void moreBuffersThanMemoryIsASentenceWithItsCure() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    QueueOptions options = new QueueOptions(32_768, 1 << 30, 4096);
    TargetFiles files = TargetFiles.open(List.of(file));
    assertThatThrownBy(() -> new UringQueue(SUPPORT, files, options))
        .hasMessageStartingWith("no memory for 32768 buffers of 1GiB: mmap on ")
        .hasMessageContaining("ENOMEM (12)")
        .hasMessageEndingWith("use fewer outstanding I/Os or smaller blocks");
  }
}
