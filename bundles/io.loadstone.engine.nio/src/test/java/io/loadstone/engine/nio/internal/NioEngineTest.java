package io.loadstone.engine.nio.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NioEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new NioEngine();
  }

  @Test
  void namesTheFileAndTheErrorWhenItCannotBeOpened() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    Files.delete(file.path());
    Files.createSymbolicLink(file.path(), dir);
    assertThatThrownBy(() -> newEngine().open(List.of(file), new QueueOptions(1, 512, 512)))
        .hasMessageStartingWith("open on " + file.path() + " failed: ELOOP (40)");
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
    AtomicBoolean over = new AtomicBoolean();
    Thread interrupter =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    loop.interrupt();
                    Thread.yield();
                  }
                });
    try (IoQueue queue = newEngine().open(List.of(file), new QueueOptions(1, 65_536, 4096))) {
      for (int i = 0; i < 2_000; i++) {
        Completions done = new Completions();
        queue.offer(0, 0, i % 2 == 0 ? IoKind.WRITE : IoKind.READ, i % 16 * 65_536L, 65_536);
        queue.submitAndWait(1, 0, done);
        assertThat(done.only()).isEqualTo(new Completion(0, 65_536));
      }
    } finally {
      over.set(true);
      boolean kept = Thread.interrupted();
      interrupter.join();
      assertThat(kept | Thread.interrupted()).isTrue();
    }
  }
}
