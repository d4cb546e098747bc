package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.testkit.Completions.Completion;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When every engine must deliver, and when not. */
abstract class WaitingContract extends DataContract {
  @Test
  void aPollWithNothingInFlightReturnsAtOnce() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      assertThat(queue.submitAndWait(0, 0, done)).isZero();
      assertThat(queue.submitAndWait(0, LONG_ENOUGH_NS, done)).isZero();
      assertThat(done.all()).isEmpty();
    }
  }

  @Test
  void aPollNeverWaits() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(2, stalling.target())) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(queue.submitAndWait(0, LONG_ENOUGH_NS, done)).isZero();
      assertThat(queue.submitAndWait(1, 0, done)).isZero();
      assertThat(queue.submitAndWait(0, 0, done)).isZero();
      int bytes = stalling.releaseOne();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, bytes));
    }
  }

  @Test
  void aWaitEndsWithItsTimeoutAndNotBefore() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(2, stalling.target())) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      // First with the submission in the same call, then without.
      for (int round = 0; round < 2; round++) {
        long beganNs = System.nanoTime();
        assertThat(queue.submitAndWait(1, 50_000_000, done)).isZero();
        assertThat(System.nanoTime() - beganNs).isBetween(50_000_000L, LONG_ENOUGH_NS);
      }
    }
  }

  @Test
  void deliversWhatIsThereWhenTheTimeIsOver() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(4, stalling.target(), target("t", SIZE_BYTES))) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      queue.offer(1, 1, IoKind.READ, 0, 512);
      queue.offer(2, 1, IoKind.READ, 512, 512);
      assertThat(queue.submitAndWait(3, 200_000_000, done)).isEqualTo(2);
      assertThat(done.all()).extracting(Completion::slot).containsExactlyInAnyOrder(1, 2);
      assertThat(queue.offer(0, 1, IoKind.READ, 0, 512)).isFalse();
      assertThat(queue.offer(1, 1, IoKind.READ, 0, 512)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  private int offset(SplittableRandom random) {
    int units = (SIZE_BYTES - 512) / unitBytes();
    return random.nextInt(units) * unitBytes();
  }

  @Test
  void everyOperationCompletesOnceWhateverTheOrderOfCalls() throws Exception {
    SplittableRandom random = new SplittableRandom(20_261_130);
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      int depth = queue.depth();
      int[] inFlight = new int[depth];
      CompletionSink sink =
          (slot, result) -> {
            assertThat(result).isEqualTo(512);
            inFlight[slot]--;
          };
      for (int call = 0; call < 20_000; call++) {
        int slot = random.nextInt(depth);
        IoKind kind = random.nextBoolean() ? IoKind.READ : IoKind.WRITE;
        boolean taken = queue.offer(slot, 0, kind, offset(random), 512);
        assertThat(taken).isEqualTo(inFlight[slot] == 0);
        inFlight[slot] = 1;
        if (random.nextInt(3) == 0) {
          int before = IntStream.of(inFlight).sum();
          int atLeast = random.nextInt(before + 1);
          long timeoutNs = random.nextBoolean() ? 0 : LONG_ENOUGH_NS;
          int delivered = queue.submitAndWait(atLeast, timeoutNs, sink);
          assertThat(IntStream.of(inFlight).sum()).isEqualTo(before - delivered);
          assertThat(delivered).isGreaterThanOrEqualTo(timeoutNs == 0 ? 0 : atLeast);
        }
      }
      queue.submitAndWait(IntStream.of(inFlight).sum(), LONG_ENOUGH_NS, sink);
      assertThat(inFlight).containsOnly(0);
    }
  }

  // B193
  @Test
  void anInterruptOfTheThreadHarmsNoOperation() throws Exception {
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      Thread.currentThread().interrupt();
      try {
        assertThat(resultOf(queue, IoKind.WRITE, 0, 512)).isEqualTo(512);
        assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
    }
  }
}
