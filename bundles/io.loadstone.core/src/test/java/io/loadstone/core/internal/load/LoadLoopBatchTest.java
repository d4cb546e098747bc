package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.MemoryTarget;
import io.loadstone.core.internal.ScriptedEngine;
import io.loadstone.core.internal.account.Recorder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadLoopBatchTest {
  private static final int OUTSTANDING = 20;

  @Test
  void aDeviceGetsItsFirstOperationsWhileTheOthersArePrepared() throws Exception {
    LoadLoop loop = loop();
    Handed queue = new Handed();
    loop.takeBuffers(queue);
    loop.begin(System.nanoTime());
    long now = System.nanoTime();
    for (int turn = 0; turn < 3; turn++) {
      now = loop.turn(queue, now, true);
    }

    // Nothing completes: a loop that has more to hand over must not wait for it.
    assertThat(queue.handed).containsExactly(8, 8, 4);
    assertThat(queue.waited).containsExactly(false, false, true);
  }

  @Test
  void whatCompletedTogetherIsHandedOverAgainInPartsAndNothingIsLeftOut() throws Exception {
    LoadLoop loop = loop();
    Handed queue = new Handed();
    loop.takeBuffers(queue);
    loop.begin(System.nanoTime());
    long now = System.nanoTime();
    for (int turn = 0; turn < 3; turn++) {
      now = loop.turn(queue, now, true);
    }
    queue.completesAll = true;
    now = loop.turn(queue, now, true);
    queue.completesAll = false;
    for (int turn = 0; turn < 3; turn++) {
      now = loop.turn(queue, now, true);
    }

    assertThat(queue.handed).containsExactly(8, 8, 4, 0, 8, 8, 4);
    assertThat(queue.waited).containsExactly(false, false, true, true, false, false, true);
  }

  private static LoadLoop loop() {
    AccessSpecification reads =
        new AccessSpecification(
            "reads",
            List.of(new AccessLine(4096, 100, 100, 100, 1, Duration.ZERO, 4096)),
            Distribution.parse("uniform"),
            AddressRange.WHOLE,
            3);
    List<Target> targets = List.of(MemoryTarget.of(1 << 20));
    AccessPattern pattern = new AccessPattern(reads, List.of(1L << 20));
    Load load =
        new Load(
            ScriptedEngine.asynchronous(),
            Map.of(),
            targets,
            pattern,
            1,
            OUTSTANDING,
            null,
            1,
            1,
            "test");
    SharedPlaces places = new SharedPlaces(pattern, 1, false, 1);
    LoadControl control = new LoadControl();
    ErrorLog errors = new ErrorLog(1, List.of("a"));
    return new LoadLoop(
        load,
        new LoadShape(pattern, OUTSTANDING, 0),
        new OperationStream[] {new OperationStream(pattern, places, 1, 0, 0)},
        0,
        OUTSTANDING,
        new Recorder(true, true, false),
        control,
        errors,
        new LoadCrew(load, control, errors, DataSample.none()));
  }

  /** Notes how many operations each submission had, and whether it was allowed to wait. */
  private static final class Handed implements IoQueue {
    private final MemorySegment buffers = Arena.ofAuto().allocate(4096L * OUTSTANDING, 4096);
    final List<Integer> handed = new ArrayList<>();
    final List<Boolean> waited = new ArrayList<>();
    private final List<Integer> inFlight = new ArrayList<>();
    private int offered;
    boolean completesAll;

    @Override
    public int depth() {
      return OUTSTANDING;
    }

    @Override
    public MemorySegment buffer(int slot) {
      return buffers.asSlice(4096L * slot, 4096);
    }

    @Override
    public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
      offered++;
      inFlight.add(slot);
      return true;
    }

    @Override
    public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
      handed.add(offered);
      waited.add(atLeast > 0 && timeoutNs > 0);
      offered = 0;
      if (!completesAll) {
        return 0;
      }
      inFlight.forEach(slot -> sink.completed(slot, 4096));
      int delivered = inFlight.size();
      inFlight.clear();
      return delivered;
    }

    @Override
    public void close() {}
  }
}
