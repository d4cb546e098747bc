package io.loadstone.sim.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When completions are delivered. Lower bounds are exact; upper ones are no more than a hang. */
@Timeout(60)
class SimQueueTest {
  private static final long MS = 1_000_000;
  private static final long LONG_NS = 30_000 * MS;

  private final List<Integer> done = new ArrayList<>();

  private static IoQueue open(int depth, String... uris) throws IOException {
    List<SimTarget> targets = new ArrayList<>();
    for (String uri : uris) {
      targets.add(SimEngineTest.open(uri));
    }
    return new SimEngine().open(targets, new QueueOptions(depth, 4096, 1));
  }

  private int await(IoQueue queue, int atLeast, long timeoutNs) throws IOException {
    return queue.submitAndWait(atLeast, timeoutNs, (slot, result) -> done.add(slot));
  }

  @Test
  void nothingIsDeliveredBeforeItsTime() throws Exception {
    try (IoQueue queue = open(1, "sim:law?service=constant(3ms)")) {
      for (int i = 0; i < 20; i++) {
        long beganNs = System.nanoTime();
        queue.offer(0, 0, IoKind.READ, 0, 4096);
        assertThat(await(queue, 1, LONG_NS)).isEqualTo(1);
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(3 * MS);
      }
    }
  }

  @Test
  void aPollNeverWaits() throws Exception {
    try (IoQueue queue = open(2, "sim:law?service=constant(1h)")) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(await(queue, 0, LONG_NS)).isZero();
      assertThat(await(queue, 1, 0)).isZero();
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 512)).isFalse();
    }
  }

  @Test
  void aWaitEndsWithItsTimeoutAndDeliversWhatIsThere() throws Exception {
    try (IoQueue queue = open(3, "sim:law?service=constant(1h)", "sim:law?service=constant(1us)")) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      queue.offer(1, 1, IoKind.READ, 0, 512);
      queue.offer(2, 1, IoKind.READ, 0, 512);
      long beganNs = System.nanoTime();
      assertThat(await(queue, 3, 50 * MS)).isEqualTo(2);
      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(50 * MS);
      assertThat(done).containsExactly(1, 2);
    }
  }

  @Test
  void whatIsDoneFirstIsDeliveredFirst() throws Exception {
    try (IoQueue queue =
        open(3, "sim:law?service=constant(9ms)", "sim:law?service=constant(1ms)")) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      queue.offer(1, 1, IoKind.READ, 0, 512);
      queue.offer(2, 1, IoKind.READ, 0, 512);
      assertThat(await(queue, 3, LONG_NS)).isEqualTo(3);
      assertThat(done).containsExactly(1, 2, 0);
    }
  }

  @Test
  void queuesOfOneTargetShareItsDevice() throws Exception {
    SimTarget target = SimEngineTest.open("sim:law?service=constant(20ms)&servers=1");
    QueueOptions options = new QueueOptions(1, 4096, 1);
    try (IoQueue a = new SimEngine().open(List.of(target), options);
        IoQueue b = new SimEngine().open(List.of(target), options)) {
      long beganNs = System.nanoTime();
      a.offer(0, 0, IoKind.READ, 0, 512);
      await(a, 0, 0);
      b.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(await(b, 1, LONG_NS)).isEqualTo(1);
      // That of the other queue went first.
      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(40 * MS);
    }
  }

  @Test
  void whatLiesBeyondTheEndDoesNotMove() throws Exception {
    try (IoQueue queue = open(2, "sim:law?service=constant(1us)&size=10000")) {
      int[] results = new int[2];
      queue.offer(0, 0, IoKind.READ, 8192, 4096);
      queue.offer(1, 0, IoKind.READ, 16_384, 4096);
      queue.submitAndWait(2, LONG_NS, (slot, result) -> results[slot] = result);
      assertThat(results).containsExactly(10_000 - 8192, 0);
    }
  }

  @Test
  void aStallHoldsEverythingBack() throws Exception {
    try (IoQueue queue = open(1, "sim:law?service=constant(1ms)&stalls=0s+100ms")) {
      long beganNs = System.nanoTime();
      queue.offer(0, 0, IoKind.READ, 0, 512);
      await(queue, 1, LONG_NS);
      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(100 * MS);
    }
  }

  @Test
  void theHeapGivesSlotsInTheOrderOfTheirTimes() {
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 200; round++) {
      int slots = 1 + random.nextInt(100);
      // The clock may run over.
      long origin = Long.MAX_VALUE - 500;
      long[] due = random.longs(slots, 0, 1000).map(t -> origin + t).toArray();
      DueHeap heap = new DueHeap(slots);
      for (int slot = 0; slot < slots; slot++) {
        heap.add(slot, due[slot]);
      }
      long last = origin;
      for (int i = 0; i < slots; i++) {
        long first = heap.firstDueNs();
        assertThat(due[heap.takeFirst()]).isEqualTo(first);
        assertThat(first - last).isNotNegative();
        last = first;
      }
      assertThat(heap.isEmpty()).isTrue();
    }
  }
}
