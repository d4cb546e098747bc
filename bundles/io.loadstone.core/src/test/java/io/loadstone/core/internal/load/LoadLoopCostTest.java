package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.MemoryTarget;
import io.loadstone.core.internal.ScriptedEngine;
import io.loadstone.core.internal.account.Recorder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What an operation costs does not grow with the number of workers or targets, nor with what went
 * before. Compared is processor time of the same thread in the same minute, and what would grow
 * would be hundreds of times as much: no machine is too slow for it.
 */
class LoadLoopCostTest {
  // Caches hold less of many workers than of few.
  private static final double MOST = 10;
  private static final int ROUNDS = 8;
  private static final int TURNS = 2_000;

  @Test
  void anOperationCostsTheSameWithManyWorkers() throws Exception {
    double few = new Rig(16, 1).costNs();
    assertThat(new Rig(65_536, 1).costNs()).isLessThan(MOST * few);
  }

  @Test
  void anOperationCostsTheSameWithManyTargets() throws Exception {
    double few = new Rig(16, 1).costNs();
    assertThat(new Rig(16, 16_384).costNs()).isLessThan(MOST * few);
  }

  @Test
  void anOperationCostsTheSameAfterManyOthers() throws Exception {
    Rig rig = new Rig(16, 1);
    double early = rig.costNs();
    for (int i = 0; i < 30; i++) {
      rig.costNs();
    }
    assertThat(rig.costNs()).isLessThan(MOST * early);
  }

  /** One loop on a device that completes the oldest few of what it has. */
  private static final class Rig {
    private final FewAtATime queue;
    private final LoadLoop loop;
    private long now = System.nanoTime();

    Rig(int workers, int targetCount) throws Exception {
      List<Target> targets = Collections.nCopies(targetCount, MemoryTarget.of(1 << 16));
      AccessPattern pattern =
          new AccessPattern(
              AccessSpecification.of("reads", 512, 100, 100),
              targets.stream().map(Target::sizeBytes).toList());
      Load load =
          new Load(
              ScriptedEngine.asynchronous(), Map.of(), targets, pattern, workers, 1, 1, 1, "test");
      SharedPlaces places = new SharedPlaces(pattern, workers, false, 1);
      OperationStream[] streams =
          IntStream.range(0, workers)
              .mapToObj(worker -> new OperationStream(pattern, places, 1, worker, 0))
              .toArray(OperationStream[]::new);
      LoadControl control = new LoadControl();
      ErrorLog errors = new ErrorLog(1, Collections.nCopies(targetCount, "a"));
      loop =
          new LoadLoop(
              load,
              new LoadShape(pattern, 1, 0),
              streams,
              0,
              1,
              new Recorder(true, true, false),
              control,
              errors,
              new LoadCrew(load, control, errors, DataSample.none()));
      queue = new FewAtATime(workers);
      loop.takeBuffers(queue);
      loop.begin(now);
    }

    /** Processor time of an operation: the best round, since what disturbs only adds to it. */
    double costNs() throws Exception {
      double best = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long operations = queue.completed;
        long beganNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int turn = 0; turn < TURNS; turn++) {
          now = loop.turn(queue, now, true);
        }
        long tookNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beganNs;
        best = Math.min(best, tookNs / (double) (queue.completed - operations));
      }
      return best;
    }
  }

  private static final class FewAtATime implements IoQueue {
    private static final int FEW = 8;

    private final MemorySegment buffer = Arena.ofAuto().allocate(512, 512);
    private final int[] slots;
    private int first;
    private int count;
    private long completed;

    FewAtATime(int depth) {
      slots = new int[depth];
    }

    @Override
    public int depth() {
      return slots.length;
    }

    @Override
    public MemorySegment buffer(int slot) {
      return buffer;
    }

    @Override
    public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
      slots[(first + count++) % slots.length] = slot;
      return true;
    }

    @Override
    public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
      int few = Math.min(FEW, count);
      for (int i = 0; i < few; i++) {
        sink.completed(slots[first], 512);
        first = (first + 1) % slots.length;
      }
      count -= few;
      completed += few;
      return few;
    }

    @Override
    public void close() {}
  }
}
