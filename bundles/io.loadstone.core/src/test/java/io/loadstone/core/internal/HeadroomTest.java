package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.Run;
import io.loadstone.engine.noop.internal.NoopEngine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeadroomTest {
  private static final long MS = 1_000_000;

  private final ScriptedEngine engine = ScriptedEngine.asynchronous();
  // Its name says nothing: only the trait counts.
  private final ScriptedEngine nothing = new ScriptedEngine("whatever", true, false, 0);

  HeadroomTest() {
    engine.latencyNs = MS;
  }

  private static Headroom headroom(RunResult result) {
    assertThat(result.run().state()).as(result.run().reason()).isEqualTo(RunState.COMPLETED);
    return result.steps().getFirst().generator().headroom();
  }

  private static Plan plan(AccessSpecification workload, String workers, String outstanding) {
    return TestAgent.plan(TestAgent.measure(workload, workers, outstanding, 0, 300));
  }

  @Test
  void isWhatTheSameLoadDoesWithoutIoByWhatTheStepDid() throws Exception {
    try (TestAgent agent = new TestAgent(engine, new NoopEngine())) {
      RunResult result = agent.run(plan(TestAgent.mixed(), "2", "2"));

      Headroom headroom = headroom(result);
      assertThat(headroom.notMeasured()).isEmpty();
      assertThat(headroom.noopIops()).isPositive();
      assertThat(headroom.ratio())
          .isCloseTo(
              headroom.noopIops() / result.steps().getFirst().total().iops(), Offset.offset(1e-6));
    }
  }

  @Test
  void theRateThatTheEngineWithoutIoHasIsMeasured() throws Exception {
    // Four outstanding that take 4 ms each: 1000 operations/s. On a busy host some of the moment
    // before or after a window may count in it; an engine without that latency does millions.
    nothing.latencyNs = 4 * MS;
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      Headroom headroom = headroom(agent.run(plan(TestAgent.reads(), "2", "2")));

      assertThat(headroom.noopIops()).isPositive().isLessThan(2000);
    }
  }

  @Test
  void nothingOfItIsInTheFigures() throws Exception {
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      RunResult result = agent.run(plan(TestAgent.reads(), "1", "1"));

      assertThat(headroom(result).notMeasured()).isEmpty();
      assertThat(nothing.operations.get()).isPositive();
      StepResult step = result.steps().getFirst();
      assertThat(step.total().operations()).isBetween(1L, engine.operations.get());
      assertThat(
              agent.store.intervals(result.run().id()).stream()
                  .mapToLong(interval -> interval.total().operations())
                  .sum())
          .isEqualTo(step.total().operations());
    }
  }

  @Test
  void anAsynchronousEngineIsComparedWithAsManyLoops() throws Exception {
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      headroom(agent.run(plan(TestAgent.reads(), "3", "4")));

      // The agent of this test has two loops.
      assertThat(engine.queuesOpened).hasValue(2);
      // Once before the step, and perhaps once after it.
      assertThat(nothing.queuesOpened.get()).isIn(2, 4);
      assertThat(nothing.openQueues).hasValue(0);
    }
  }

  @Test
  void aSynchronousEngineIsComparedWithALoopForEachOutstandingOperation() throws Exception {
    ScriptedEngine synchronous = ScriptedEngine.synchronous();
    synchronous.latencyNs = MS;
    try (TestAgent agent = new TestAgent(synchronous, nothing)) {
      headroom(agent.run(plan(TestAgent.reads(), "3", "4")));

      assertThat(synchronous.queuesOpened).hasValue(12);
      assertThat(nothing.queuesOpened.get()).isIn(12, 24);
      assertThat(nothing.openQueues).hasValue(0);
    }
  }

  @Test
  void aFigureThatWouldSpeakAgainstTheStepIsMeasuredAgainAndTheBetterCounts() throws Exception {
    // At first it is slower than the step: 250 operations/s at most. Then it is in nobody's way.
    nothing.latencyNs = 4 * MS;
    engine.script =
        (kind, target, offset, length) -> {
          nothing.latencyNs = 0;
          return length;
        };
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      Headroom headroom = headroom(agent.run(plan(TestAgent.reads(), "1", "1")));

      assertThat(nothing.queuesOpened).hasValue(2);
      assertThat(headroom.noopIops()).isGreaterThan(300);
    }
  }

  @Test
  void aStopWhileItIsMeasuredAgainKeepsTheStep() throws Exception {
    CompletableFuture<Run> started = new CompletableFuture<>();
    nothing.latencyNs = 4 * MS;
    nothing.script =
        (kind, target, offset, length) -> {
          if (engine.operations.get() > 0) {
            started.join().stop();
          }
          return length;
        };
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      started.complete(agent.runs.start(plan(TestAgent.reads(), "1", "1")));
      RunResult result = agent.result(started.join());

      assertThat(nothing.queuesOpened).hasValue(2);
      assertThat(result.steps())
          .singleElement()
          .satisfies(
              step ->
                  assertThat(step.generator().headroom().noopIops()).isPositive().isLessThan(280));
    }
  }

  @Test
  void aStopInTheMiddleEndsTheRunBeforeAnythingReachesTheTarget() throws Exception {
    CompletableFuture<Run> started = new CompletableFuture<>();
    nothing.script =
        (kind, target, offset, length) -> {
          started.join().stop();
          return length;
        };
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      started.complete(agent.runs.start(plan(TestAgent.mixed(), "2", "2")));
      RunResult result = agent.result(started.join());

      assertThat(result.run().state()).isEqualTo(RunState.STOPPED);
      assertThat(result.steps()).isEmpty();
      assertThat(engine.operations).hasValue(0);
      assertThat(nothing.openQueues).hasValue(0);
    }
  }

  @Test
  void anEngineWithoutIoThatBreaksCostsOnlyTheHeadroom() throws Exception {
    nothing.breaks = true;
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      RunResult result = agent.run(plan(TestAgent.reads(), "1", "1"));

      notMeasured(result, "The engine whatever failed: io_uring_enter failed: EBADF (9).");
      assertThat(result.steps().getFirst().total().operations()).isPositive();
    }
  }

  @Test
  void operationsThatFailWithoutIoCostOnlyTheHeadroom() throws Exception {
    nothing.script = (kind, target, offset, length) -> -5;
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      RunResult result = agent.run(plan(TestAgent.reads(), "1", "1"));

      notMeasured(result, "EIO (5)");
      assertThat(result.steps().getFirst().total().errors()).isZero();
    }
  }

  @Test
  @Timeout(30)
  void anEngineWithoutIoThatCompletesNothingDoesNotHoldTheRun() throws Exception {
    nothing.latencyNs = ScriptedEngine.NEVER;
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      notMeasured(agent.run(plan(TestAgent.reads(), "1", "1")), "No operation completed");
    }
  }

  @Test
  void withoutAnEngineThatPerformsNoIoItIsNotMeasured() throws Exception {
    try (TestAgent agent = new TestAgent(engine)) {
      notMeasured(
          agent.run(plan(TestAgent.reads(), "1", "1")), "There is no engine that performs no I/O");
    }
  }

  @Test
  void anEngineThatPerformsNoIoIsNotComparedWithItself() throws Exception {
    try (TestAgent agent = new TestAgent(nothing)) {
      RunResult result =
          agent.run(
              TestAgent.plan(
                  "whatever",
                  ErrorPolicy.STOP,
                  "mem:a",
                  TestAgent.measure(TestAgent.reads(), "1", "1", 0, 300)));

      notMeasured(result, "The engine whatever performs no I/O itself");
    }
  }

  @Test
  void delaysBoundTheRateSoThatThereIsNothingToCompare() throws Exception {
    AccessSpecification bursts =
        new AccessSpecification(
            "bursts",
            List.of(new AccessLine(4096, 100, 100, 100, 5, Duration.ofMillis(50), 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      notMeasured(agent.run(plan(bursts, "1", "1")), "has delays");
      assertThat(nothing.queuesOpened).hasValue(0);
    }
  }

  @Test
  void itDisturbsNoOtherRun() throws Exception {
    Settings severalRuns = Settings.of(2, 2, 2, 64 << 20);
    try (TestAgent agent = new TestAgent(new MemoryStore(), severalRuns, engine, nothing)) {
      notMeasured(agent.run(plan(TestAgent.reads(), "1", "1")), "it would disturb the others");
      assertThat(nothing.queuesOpened).hasValue(0);
    }
  }

  private static void notMeasured(RunResult result, String because) {
    Headroom headroom = headroom(result);
    assertThat(headroom.notMeasured()).contains(because);
    assertThat(headroom.noopIops()).isEqualTo(-1);
    assertThat(headroom.ratio()).isEqualTo(-1);
  }
}
