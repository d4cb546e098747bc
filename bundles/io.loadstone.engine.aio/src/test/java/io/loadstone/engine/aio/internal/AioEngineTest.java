package io.loadstone.engine.aio.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.NativeIoException;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AioEngineTest extends IoEngineContract {
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;

  @Override
  protected IoEngine newEngine() {
    return new AioEngine();
  }

  @Test
  @DisplayName(
      "B107: an operation is handed over sixteen times at most before EAGAIN is its result")
  void anOperationIsHandedOverSixteenTimesAtMost() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    QueueOptions options = new QueueOptions(32, 512, 512);
    try (AioQueue queue = new AioQueue(List.of(file), options)) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      for (int attempt = 2; attempt <= 16; attempt++) {
        assertThat(queue.repeat(0)).isTrue();
      }
      assertThat(queue.repeat(0)).isFalse();
      assertThat(queue.repeated()).isEqualTo(15);
    }
  }

  @Test
  void oneBadOperationInABatchLeavesTheOthersAlone() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 65_536).readOnly();
    Completions done = new Completions();
    try (IoQueue queue = newEngine().open(List.of(file), new QueueOptions(8, 4096, 4096))) {
      for (int slot = 0; slot < 8; slot++) {
        IoKind kind = slot == 0 || slot == 3 || slot == 7 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, slot * 4096L, 4096);
      }
      assertThat(queue.submitAndWait(8, LONG_ENOUGH_NS, done)).isEqualTo(8);
      assertThat(done.all())
          .extracting(Completion::slot)
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
      for (Completion completion : done.all()) {
        int slot = completion.slot();
        assertThat(completion.result())
            .isEqualTo(slot == 0 || slot == 3 || slot == 7 ? -Errno.EBADF.number() : 4096);
      }
    }
  }

  @Test
  void completionsGoRoundTheRingOfTheKernelManyTimes() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 65_536);
    Completions done = new Completions();
    try (IoQueue queue = newEngine().open(List.of(file), new QueueOptions(3, 4096, 4096))) {
      for (int round = 0; round < 5_000; round++) {
        for (int slot = 0; slot < 3; slot++) {
          assertThat(queue.offer(slot, 0, IoKind.READ, slot * 4096L, 4096)).isTrue();
        }
        done.clear();
        assertThat(queue.submitAndWait(3, LONG_ENOUGH_NS, done)).isEqualTo(3);
        assertThat(done.all()).allMatch(completion -> completion.result() == 4096);
      }
    }
  }

  @Test
  void theLimitOfTheWholeMachineIsNamedWithTheCure() throws Exception {
    assertThat(AioSupport.cause(new NativeIoException("io_setup", -11, "a context")))
        .startsWith("io_setup failed with EAGAIN (11): ")
        .endsWith("sysctl fs.aio-max-nr");
    assertThat(AioSupport.cause(new NativeIoException("io_setup", -38, "a context")))
        .startsWith("io_setup failed with ENOSYS (38): ")
        .contains("seccomp");
  }

  @Test
  void theRingOfTheKernelIsRead() {
    assumeTrue(Files.exists(Path.of("/proc/sys/fs/aio-max-nr")), "this kernel has no such ring");
    assertThat(AioSupport.probe().ringIsReadable()).isTrue();
  }

  @Test
  void isPassedOverUnaskedWhereItIsOneAtATime() throws Exception {
    PlainFile buffered = PlainFile.make(dir.resolve("t"), 4096);
    assertThat(newEngine().caution(buffered.traits()).orElseThrow()).contains("page cache");
    assertThat(newEngine().caution(buffered.past(4096).traits())).isEmpty();
  }
}
