package io.loadstone.itests.truth;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.sim.internal.SimEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The engine under test with a second instrument in it, between core and engine: a stopwatch of its
 * own for each operation.
 */
final class StopwatchEngine implements IoEngine {
  private static final int MOST = 4_000_000;

  private final IoEngine engine = new SimEngine();
  private final List<StopwatchQueue> queues = new CopyOnWriteArrayList<>();

  /** One operation: when it was handed over and when it came back, on the monotonic clock. */
  record Lap(long arrivalNs, long deliveredNs) {}

  /** All that came back, in the order of their arrival. */
  List<Lap> laps() {
    return queues.stream()
        .flatMap(StopwatchQueue::laps)
        .sorted(Comparator.comparingLong(Lap::arrivalNs))
        .toList();
  }

  /** How long the kernel kept the loops waiting, all together. */
  long waitedNs() {
    return queues.stream().mapToLong(queue -> queue.waitedNs).sum();
  }

  @Override
  public EngineTraits traits() {
    return engine.traits();
  }

  @Override
  public Optional<String> unavailable() {
    return engine.unavailable();
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return engine.refuses(target);
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    StopwatchQueue queue = new StopwatchQueue(engine.open(targets, options), options.depth());
    queues.add(queue);
    return queue;
  }

  private static final class StopwatchQueue implements IoQueue, CompletionSink {
    private final IoQueue queue;
    private final Starvation starvation = Starvation.ofThisThread();
    private final long waitedBeforeNs = starvation.waitedNs();
    private final long[] arrivalNs = new long[MOST];
    private final long[] deliveredNs = new long[MOST];
    private final int[] lapOfSlot;
    private final int[] offered;
    private int offeredCount;
    private int laps;
    private CompletionSink sink = (slot, result) -> {};
    private volatile long waitedNs;

    StopwatchQueue(IoQueue queue, int depth) {
      this.queue = queue;
      lapOfSlot = new int[depth];
      offered = new int[depth];
    }

    Stream<Lap> laps() {
      return IntStream.range(0, laps)
          .filter(lap -> deliveredNs[lap] != 0)
          .mapToObj(lap -> new Lap(arrivalNs[lap], deliveredNs[lap]));
    }

    @Override
    public int depth() {
      return queue.depth();
    }

    @Override
    public MemorySegment buffer(int slot) {
      return queue.buffer(slot);
    }

    @Override
    public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
      boolean taken = queue.offer(slot, target, kind, offsetBytes, lengthBytes);
      if (taken) {
        offered[offeredCount++] = slot;
      }
      return taken;
    }

    @Override
    public int submitAndWait(int atLeast, long timeoutNs, CompletionSink coreSink)
        throws IOException {
      long now = System.nanoTime();
      for (int i = 0; i < offeredCount; i++) {
        lapOfSlot[offered[i]] = laps;
        arrivalNs[laps++] = now;
      }
      offeredCount = 0;
      sink = coreSink;
      return queue.submitAndWait(atLeast, timeoutNs, this);
    }

    @Override
    public void completed(int slot, int result) {
      deliveredNs[lapOfSlot[slot]] = System.nanoTime();
      sink.completed(slot, result);
    }

    @Override
    public void close() {
      waitedNs = starvation.waitedNs() - waitedBeforeNs;
      queue.close();
    }
  }
}
