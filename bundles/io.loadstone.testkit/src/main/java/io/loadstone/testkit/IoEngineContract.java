package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every engine must do; this part is about closing, threads and the heap. A subclass says how
 * to make an engine, and with which targets if those of the kit are not of its kind.
 */
public abstract class IoEngineContract extends WaitingContract {
  private static final int OPENERS = 20;

  // ---- closing

  @Test
  void closeIsSafeToRepeatAndEndsTheBuffers() throws Exception {
    IoQueue queue = open(someDepth(), target("t", SIZE_BYTES));
    MemorySegment buffer = queue.buffer(0);
    queue.close();
    queue.close();
    assertThatThrownBy(() -> buffer.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closeWithOffersThatWereNotSubmittedDoesNothingToTheDevice() throws Exception {
    IoQueue queue = open(someDepth(), target("t", SIZE_BYTES));
    queue.buffer(0).fill((byte) 1);
    queue.offer(0, 0, IoKind.WRITE, 0, 512);
    queue.close();
    if (keepsData()) {
      assertThat(Files.readAllBytes(dir.resolve("t"))).containsOnly(0);
    }
  }

  // B121
  @Test
  void closeCancelsWhatIsInFlight() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    IoQueue queue = open(8, stalling.target());
    for (int slot = 0; slot < 8; slot++) {
      queue.offer(slot, 0, IoKind.READ, 0, 512);
    }
    queue.submitAndWait(0, 0, done);
    queue.close();
    assertThat(done.all()).isEmpty();
  }

  @Test
  void closeIsSafeInTheMiddleOfTransfers() throws Exception {
    Target target = target("t", SIZE_BYTES);
    for (int round = 0; round < 50; round++) {
      IoQueue queue = open(someDepth(), target);
      for (int slot = 0; slot < queue.depth(); slot++) {
        IoKind kind = slot % 2 == 0 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, slot * 65_536L, 65_536);
      }
      queue.submitAndWait(0, 0, done);
      queue.close();
    }
  }

  // B195
  @Test
  void aThousandQueuesLeaveNothingBehind() throws Exception {
    Target target = target("t", SIZE_BYTES);
    openUseAndClose(target, 1);
    long filesBefore = openFiles();
    long mappingsBefore = mappings();
    openUseAndClose(target, 1000 / OPENERS);
    assertThat(openFiles()).isEqualTo(filesBefore);
    // The JVM itself maps a few pieces for its own purposes.
    assertThat(mappings() - mappingsBefore).isLessThan(200);
  }

  // By several threads, since a kernel may take 30 ms to close a queue, but several at once.
  private void openUseAndClose(Target target, int timesEach) throws Exception {
    Callable<Void> opener =
        () -> {
          for (int i = 0; i < timesEach; i++) {
            try (IoQueue queue = open(someDepth(), target)) {
              queue.offer(0, 0, IoKind.READ, 0, 512);
              assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, new Completions())).isEqualTo(1);
            }
          }
          return null;
        };
    try (ExecutorService openers = Executors.newFixedThreadPool(OPENERS)) {
      for (Future<Void> ended : openers.invokeAll(Collections.nCopies(OPENERS, opener))) {
        ended.get();
      }
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.count();
    }
  }

  // ---- threads and heap

  @Test
  void aQueueIsConfinedToItsThread() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      MemorySegment buffer = queue.buffer(0);
      assertThat(thrownElsewhere(() -> buffer.get(ValueLayout.JAVA_BYTE, 0)))
          .isInstanceOf(WrongThreadException.class);
      assertThat(thrownElsewhere(queue::close)).isInstanceOf(WrongThreadException.class);
      // And it is unharmed.
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  private static @Nullable Throwable thrownElsewhere(Runnable action) throws InterruptedException {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> thrown.set(e)).start(action);
    thread.join();
    return thrown.get();
  }

  @Test
  void theHotPathDoesNotAllocate() throws Exception {
    assumeTrue(allocates().isEmpty(), () -> allocates().orElse(""));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      Tally tally = new Tally();
      long allocated = Long.MAX_VALUE;
      // Interpreted code may allocate; rounds go on until the compiler has done its work.
      long beganNs = System.nanoTime();
      while (allocated != 0 && System.nanoTime() - beganNs < LONG_ENOUGH_NS) {
        long before = threads.getCurrentThreadAllocatedBytes();
        drive(queue, 2_000, tally);
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertThat(allocated).isZero();
      assertThat(tally.failed).isZero();
    }
  }

  private static void drive(IoQueue queue, int batches, Tally tally) throws IOException {
    int depth = queue.depth();
    for (int batch = 0; batch < batches; batch++) {
      for (int slot = 0; slot < depth; slot++) {
        IoKind kind = ((batch + slot) & 3) == 0 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, (long) slot * BLOCK_BYTES, BLOCK_BYTES);
      }
      // Some come back while polling, the rest while waiting.
      int delivered = queue.submitAndWait(0, 0, tally);
      queue.submitAndWait(depth - delivered, LONG_ENOUGH_NS, tally);
    }
  }

  private static final class Tally implements CompletionSink {
    int failed;

    @Override
    public void completed(int slot, int result) {
      if (result != BLOCK_BYTES) {
        failed++;
      }
    }
  }
}
