package io.loadstone.engine.nio.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NioEngineTest extends IoEngineContract {
  private static final int OVER = -1;

  @Override
  protected IoEngine newEngine() {
    return new NioEngine();
  }

  @Test
  void aMisalignedDirectReadIsANegatedEinval() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 8192).past(4096);
    try (IoQueue queue = newEngine().open(List.of(file), new QueueOptions(1, 4096, 4096))) {
      Completions done = new Completions();
      queue.offer(0, 0, IoKind.READ, 100, 4096);
      queue.submitAndWait(1, 0, done);
      assertThat(done.only()).isEqualTo(new Completion(0, -22));
    }
  }

  @Test
  @DisplayName("B193: interrupts in the middle of I/O cost no operation")
  void interruptsInTheMiddleOfTransfersHarmNoOperation() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 1 << 20);
    Thread loop = Thread.currentThread();
    AtomicInteger turn = new AtomicInteger();
    // Once in each turn, at some moment of it.
    Thread interrupter =
        Thread.ofPlatform()
            .start(
                () -> {
                  int last = 0;
                  while (last != OVER) {
                    int now = turn.get();
                    if (now != last) {
                      last = now;
                      loop.interrupt();
                    }
                    Thread.onSpinWait();
                  }
                });
    try (IoQueue queue = newEngine().open(List.of(file), new QueueOptions(1, 65_536, 4096))) {
      for (int i = 0; i < 2_000; i++) {
        turn.incrementAndGet();
        Completions done = new Completions();
        queue.offer(0, 0, i % 2 == 0 ? IoKind.WRITE : IoKind.READ, i % 16 * 65_536L, 65_536);
        queue.submitAndWait(1, 0, done);
        assertThat(done.only()).isEqualTo(new Completion(0, 65_536));
      }
    } finally {
      turn.set(OVER);
      join(interrupter);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  // The last interrupt may come while the end is awaited.
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
