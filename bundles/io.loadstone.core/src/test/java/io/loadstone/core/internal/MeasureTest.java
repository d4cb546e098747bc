package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.Run;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MeasureTest {
  private static final long MS = 1_000_000;

  @Test
  void optionsOfTheEngineReachItsQueues() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    try (TestAgent agent = new TestAgent(engine)) {
      agent.run(
          TestAgent.withOptions(
              Map.of("sqpoll", "true"),
              TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "2", 0, 200))));
    }
    assertThat(engine.engineOptions).isEqualTo(Map.of("sqpoll", "true"));
  }

  /**
   * B073: run time begins when ramp-up ends. B059: the end of the ramp-up loses no recorder of any
   * loop.
   */
  @Test
  void rampsThenMeasuresOneAfterTheOtherInWholeSeconds() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.mixed(), "2", "2", 1000, 2000)));

      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
      List<Interval> intervals = agent.store.intervals(result.run().id());
      assertThat(intervals).extracting(Interval::rampUp).containsExactly(true, false, false);
      assertThat(intervals)
          .allSatisfy(i -> assertThat(i.startEpochMs() % 1000).isZero())
          .allSatisfy(i -> assertThat(i.total().operations()).isPositive());
      assertThat(intervals.get(1).startEpochMs()).isEqualTo(intervals.get(0).startEpochMs() + 1000);
      StepResult step = result.steps().getFirst();
      assertThat(step.runSeconds()).isCloseTo(2, within(0.9));
      assertThat(step.total().operations())
          .isEqualTo(
              intervals.stream()
                  .filter(i -> !i.rampUp())
                  .mapToLong(i -> i.total().operations())
                  .sum());
      assertThat(step.total().serviceTime().p50Ns()).isGreaterThanOrEqualTo(MS);
      assertThat(step.total().responseTime().p50Ns()).isGreaterThanOrEqualTo(MS);
      assertThat(step.startEpochMs()).isEqualTo(intervals.get(1).startEpochMs());
      assertThat(Math.round(1e9 * (step.rampUpSeconds() + step.runSeconds())))
          .isEqualTo(intervals.stream().mapToLong(Interval::lengthNs).sum());
    }
  }

  @Test
  void theTotalsAreTheSumOfTheIntervalsAndTheChecksHold() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.mixed(), "3", "2", 0, 2000)));

      List<Interval> intervals = agent.store.intervals(result.run().id());
      StepResult step = result.steps().getFirst();
      assertThat(step.total().operations())
          .isEqualTo(intervals.stream().mapToLong(i -> i.total().operations()).sum())
          .isEqualTo(step.read().operations() + step.write().operations());
      assertThat(step.total().bytes()).isEqualTo(step.total().operations() * 4096);
      assertThat(step.total().serviceTime().minNs()).isGreaterThanOrEqualTo(MS);
      assertThat(step.total().responseTime().maxNs())
          .isEqualTo(
              intervals.stream().mapToLong(i -> i.total().responseTime().maxNs()).max().orElse(0));
      assertThat(step.selfChecks()).hasSize(7).allMatch(SelfCheck::passed);
      assertThat(agent.targets.targets.get("a").closed).isTrue();
      assertThat(engine.openQueues).hasValue(0);
    }
  }

  @Test
  void aFractionOfASecondIsAShorterLastInterval() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 300, 1200)));

      List<Interval> intervals = agent.store.intervals(result.run().id());
      assertThat(intervals).extracting(Interval::rampUp).containsExactly(true, false, false);
      assertThat(intervals.get(0).startEpochMs() % 1000).isEqualTo(700);
      assertThat(intervals.get(1).startEpochMs() % 1000).isZero();
      assertThat(intervals.get(2).lengthNs()).isLessThan(900 * MS);
    }
  }

  /** B059, with a thread for each operation. */
  @Test
  void aSynchronousEngineGetsAThreadForEachOutstandingOperation() throws Exception {
    ScriptedEngine engine = ScriptedEngine.synchronous();
    engine.latencyNs = 2 * MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.mixed(), "3", "4", 1000, 1000)));

      assertThat(result.run().reason()).isEmpty();
      // And one for the flush.
      assertThat(engine.queuesOpened).hasValue(3 * 4 + 1);
      assertThat(engine.flushes).hasValue(1);
      StepResult step = result.steps().getFirst();
      // On a busy host one second of threads is too short for that law, and the check says so.
      assertThat(step.selfChecks())
          .filteredOn(check -> !check.name().equals("littles-law"))
          .allMatch(SelfCheck::passed);
      assertThat(step.read().serviceTime().p50Ns()).isGreaterThanOrEqualTo(2 * MS);
      assertThat(step.write().serviceTime().p50Ns()).isGreaterThanOrEqualTo(2 * MS);
    }
  }

  /** B041: dirty pages that are written after the measured time. */
  @Test
  void theFlushAfterAStepIsPartOfItsResult() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    engine.script =
        (kind, target, offset, length) -> {
          if (kind == IoKind.FLUSH) {
            long until = System.nanoTime() + 1_000 * MS;
            while (System.nanoTime() < until) {
              LockSupport.parkNanos(until - System.nanoTime());
            }
          }
          return length;
        };
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.writes(), "1", "1", 1000, 1000)));

      StepResult step = result.steps().getFirst();
      DurableWrites durable = step.durable().orElseThrow();
      assertThat(durable.flushSeconds()).isGreaterThanOrEqualTo(1);
      long written =
          agent.store.intervals(result.run().id()).stream()
              .mapToLong(i -> i.write().figures().bytes())
              .sum();
      assertThat(durable.mbPerSecond())
          .isCloseTo(
              written / 1e6 / (step.rampUpSeconds() + step.runSeconds() + durable.flushSeconds()),
              Percentage.withPercentage(0.001));
      assertThat(step.verdict().reasons()).anyMatch(r -> r.startsWith("Not all writes were"));
    }
  }

  @Test
  void aStepThatOnlyReadsHasNoFlush() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 300)));

      assertThat(engine.flushes).hasValue(0);
      assertThat(result.steps().getFirst().durable()).isEmpty();
    }
  }

  /** B077: a pause begins where the step before ends, and not at the start of everything. */
  @Test
  void aPauseIsWaitedBetweenTheEndOfAStepAndTheNext() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    Phase.Measure twice =
        new Phase.Measure(
            List.of(TestAgent.reads()),
            new Load(Sweep.parse("1"), Sweep.parse("1,2")),
            Duration.ZERO,
            Duration.ofMillis(1000),
            1,
            Duration.ofMillis(1500));
    try (TestAgent agent = new TestAgent(engine)) {
      List<StepResult> steps = agent.run(TestAgent.plan(twice)).steps();

      assertThat(steps).hasSize(2);
      assertThat(steps.get(1).startEpochMs() - steps.get(0).endEpochMs())
          .isGreaterThanOrEqualTo(1500);
    }
  }

  @Test
  void anEngineThatPerformsNoIoMakesAStepGeneratorBound() throws Exception {
    ScriptedEngine engine = new ScriptedEngine("nothing", true, false, 0);
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(
              TestAgent.plan(
                  "nothing",
                  ErrorPolicy.STOP,
                  "mem:a",
                  TestAgent.measure(TestAgent.reads(), "1", "1", 0, 300)));

      Verdict verdict = result.steps().getFirst().verdict();
      assertThat(verdict.state()).isEqualTo(Verdict.State.GENERATOR_BOUND);
      assertThat(verdict.reasons().getFirst()).contains("nothing").contains("no I/O");
    }
  }

  @Test
  void aDelayIsWaitedBeforeEachBurstAndIsNoResponseTime() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    AccessSpecification bursts =
        new AccessSpecification(
            "bursts",
            List.of(new AccessLine(4096, 100, 100, 100, 5, Duration.ofMillis(100), 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result = agent.run(TestAgent.plan(TestAgent.measure(bursts, "1", "1", 0, 1000)));

      StepResult step = result.steps().getFirst();
      // Bursts of 5 at 100, 200, … ms: never more than 10 of them in a second.
      assertThat(step.read().operations()).isBetween(5L, 50L);
      assertThat(step.read().responseTime().p50Ns()).isLessThan(90 * MS);
    }
  }

  @Test
  void pausesOfTheJvmThatAreNoCollectionsAreTold() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run =
          agent.runs.start(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 1000)));
      TestAgent.awaitState(run, RunState.RUNNING);
      List<Long> dumps = new ArrayList<>();
      while (run.summary().state() == RunState.RUNNING) {
        // As a safepoint, it stops every loop.
        ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        dumps.add(System.currentTimeMillis());
      }
      StepResult step = agent.result(run).steps().getFirst();
      GeneratorFigures generator = step.generator();
      long inMeasuredTime =
          dumps.stream()
              .filter(at -> at >= step.startEpochMs() + 10 && at <= step.endEpochMs() - 10)
              .count();

      assertThat(inMeasuredTime).isPositive();
      assertThat(generator.safepoints()).isGreaterThanOrEqualTo(inMeasuredTime - 1);
      assertThat(generator.otherPauseNs()).isBetween(1L, 1000 * MS);
      assertThat(generator.longestHiccupNs()).isPositive();
    }
  }

  @Test
  void aSweepOfThreeLoadsOrMoreHasAnOptimum() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1,2,4", 0, 200)));

      assertThat(result.steps()).hasSize(3);
      assertThat(result.saturation())
          .singleElement()
          .satisfies(
              s -> {
                assertThat(s.workload()).isEqualTo("reads");
                assertThat(s.rule()).isNotBlank();
                assertThat(s.reason()).isNotBlank();
              });
    }
  }
}
