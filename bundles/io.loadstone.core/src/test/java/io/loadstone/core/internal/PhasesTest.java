package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.Run;
import io.loadstone.api.target.Layout;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class PhasesTest {
  private static final Phase PREPARE = new Phase.Prepare(Layout.WRITTEN);
  private static final Phase VERIFY = new Phase.Verify();

  private static void fillsAndVerifies(ScriptedEngine engine) throws Exception {
    try (TestAgent agent = new TestAgent(engine)) {
      // 3 blocks of 1 MiB, a part of one, and a tail that aligned I/O can't reach.
      agent.targets.sizeBytes = (3 << 20) + 5 * 512 + 100;
      RunResult result = agent.run(TestAgent.plan(PREPARE, VERIFY));

      assertThat(result.run().reason()).isEmpty();
      MemoryTarget target = agent.targets.targets.get("a");
      assertThat(target.filled).isTrue();
      assertThat(engine.flushes).hasValue(1);
      int covered = (3 << 20) + 5 * 512;
      assertThat(SectorStamps.firstWrong(target.content, 0, covered)).isEqualTo(-1);
      assertThat(result.journal())
          .extracting(Annotation::text)
          .anyMatch(text -> text.contains("bytes not covered: 100"))
          .anyMatch(text -> text.startsWith("Verified"));
    }
  }

  @Test
  void anAsynchronousEngineWritesEveryByteAndVerifiesIt() throws Exception {
    fillsAndVerifies(ScriptedEngine.asynchronous());
  }

  @Test
  void aSynchronousEngineWritesEveryByteAndVerifiesIt() throws Exception {
    fillsAndVerifies(ScriptedEngine.synchronous());
  }

  @Test
  void verifyAcceptsWhatAMeasurementWroteAndNamesTheFirstForeignSector() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      Plan writesToo =
          TestAgent.plan(PREPARE, TestAgent.measure(TestAgent.writes(), "2", "2", 0, 200), VERIFY);
      assertThat(agent.run(writesToo).run().reason()).isEmpty();

      MemoryTarget target = agent.targets.targets.get("a");
      target.content.set(ValueLayout.JAVA_LONG, 5_000_192, 42);
      target.content.set(ValueLayout.JAVA_LONG, 3 << 20, 42);
      RunResult result = agent.run(TestAgent.plan(VERIFY));
      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .isEqualTo(
              "verify: the sector at 3145728 on mem:a does not hold what Loadstone wrote there");
    }
  }

  // B097
  @Test
  void aFullDiskDuringLayoutFailsTheRunWithTheFirstOffset() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.script =
        (kind, target, offset, length) -> kind == IoKind.WRITE && offset >= 2 << 20 ? -28 : length;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result = agent.run(TestAgent.plan(PREPARE, VERIFY));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .startsWith(
              "write at 2097152 on mem:a failed: ENOSPC (28), no space left on the device; free");
      assertThat(agent.targets.targets.get("a").filled).isFalse();
    }
  }

  @Test
  void aFlushThatFailsFailsTheRunAfterTheStepsResult() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = 1_000_000;
    engine.script = (kind, target, offset, length) -> kind == IoKind.FLUSH ? -5 : length;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.writes(), "1", "1", 0, 200)));

      assertThat(result.run().reason()).startsWith("flush of mem:a failed: EIO (5), the device");
      assertThat(result.steps()).hasSize(1);
    }
  }

  @Test
  void aPreconditionOverEveryPlaceWritesEachOnceAndIsNoStep() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    Set<Long> offsets = ConcurrentHashMap.newKeySet();
    engine.script =
        (kind, target, offset, length) -> {
          if (kind == IoKind.WRITE) {
            offsets.add(offset);
          }
          return length;
        };
    AccessSpecification cover =
        new AccessSpecification(
            "cover", TestAgent.writes().lines(), Distribution.FULL_COVERAGE, AddressRange.WHOLE, 1);
    Phase precondition =
        new Phase.Precondition(cover, new Load(Sweep.of(3), Sweep.of(4)), 100, Duration.ZERO);
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result = agent.run(TestAgent.plan(precondition));

      assertThat(result.run().reason()).isEmpty();
      assertThat(result.steps()).isEmpty();
      assertThat(agent.store.intervals(result.run().id())).isEmpty();
      assertThat(offsets).hasSize((8 << 20) / 4096);
      assertThat(engine.operations).hasValue((8 << 20) / 4096);
    }
  }

  @Test
  void aPreconditionEndsAtItsLimit() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = 10_000_000;
    Phase precondition =
        new Phase.Precondition(
            TestAgent.writes(), new Load(Sweep.of(1), Sweep.of(1)), 1000, Duration.ofMillis(100));
    try (TestAgent agent = new TestAgent(engine)) {
      assertThat(agent.run(TestAgent.plan(precondition)).run().state())
          .isEqualTo(RunState.COMPLETED);
      // Without the limit it would be ten times the target.
      assertThat(engine.operations.get()).isBetween(1L, (8L << 20) / 4096);
    }
  }

  @Test
  void idleTimeCanBeStopped() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      var run = agent.runs.start(TestAgent.plan(new Phase.Idle(Duration.ofHours(1))));
      TestAgent.awaitState(run, RunState.PREPARING);
      run.stop();
      assertThat(agent.result(run).run().state()).isEqualTo(RunState.STOPPED);
    }
  }

  @Test
  void targetsAreRemovedAfterwardsIfThePlanSaysSo() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      agent.run(removing(PREPARE));
      assertThat(agent.targets.targets).isEmpty();
    }
  }

  @Test
  void targetsAreRemovedHoweverTheRunEnds() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.script = (kind, target, offset, length) -> kind == IoKind.READ ? -5 : length;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult failed =
          agent.run(removing(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 600_000)));
      assertThat(failed.run().state()).isEqualTo(RunState.FAILED);
      assertThat(failed.run().reason()).contains("EIO");
      assertThat(agent.targets.targets).isEmpty();

      Run stopped =
          agent.runs.start(removing(TestAgent.measure(TestAgent.writes(), "1", "1", 0, 600_000)));
      TestAgent.awaitState(stopped, RunState.RUNNING);
      stopped.stop();
      assertThat(agent.result(stopped).run().state()).isEqualTo(RunState.STOPPED);
      assertThat(agent.targets.targets).isEmpty();
    }
  }

  private static Plan removing(Phase phase) {
    Plan keeps = TestAgent.plan(phase);
    return new Plan(
        keeps.name(),
        keeps.targets(),
        keeps.engine(),
        keeps.engineOptions(),
        keeps.direct(),
        keeps.onError(),
        false,
        List.of(),
        true,
        1,
        keeps.labels(),
        keeps.phases());
  }
}
