package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenLoopTest {
  private static final long MS = 1_000_000;

  private static ArrivalFigures kept(StepResult step) {
    return step.arrivals().orElseThrow();
  }

  private static StepResult step(TestAgent agent, Phase.Measure phase) throws Exception {
    RunResult result = agent.run(TestAgent.plan(phase));
    assertThat(result.run().state()).as(result.run().reason()).isEqualTo(RunState.COMPLETED);
    // By the real lengths of the intervals, whatever the machine does meanwhile.
    List<Interval> intervals = agent.store.intervals(result.run().id());
    ArrivalFigures kept = kept(result.steps().getFirst());
    assertThat(kept.arrivals())
        .isEqualTo(intervals.stream().mapToLong(i -> i.arrivals().orElseThrow().arrivals()).sum())
        .isEqualTo(kept.started() + kept.backlog());
    assertThat(kept.skipped()).isEqualTo(kept.backlog());
    return result.steps().getFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void arrivalsAreThoseOfTheScheduleWhateverTheEngine(boolean asynchronous) throws Exception {
    ScriptedEngine engine =
        asynchronous ? ScriptedEngine.asynchronous() : ScriptedEngine.synchronous();
    try (TestAgent agent = new TestAgent(engine)) {
      StepResult step =
          step(
              agent, TestAgent.open(TestAgent.mixed(), "2", "3", "500/s", Arrivals.CONSTANT, 2000));

      assertThat((double) kept(step).arrivals()).isCloseTo(500 * step.runSeconds(), within(2.0));
      assertThat(engine.queuesOpened).hasValue((asynchronous ? 2 : 6) + 1);
      assertThat(engine.operations.get()).isGreaterThanOrEqualTo(kept(step).started());
    }
  }

  @Test
  void burstsComeAtTheAskedMeanRate() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      StepResult step =
          step(
              agent,
              TestAgent.open(TestAgent.reads(), "1", "64", "640/s", Arrivals.bursts(64), 1000));

      assertThat((double) kept(step).arrivals()).isCloseTo(640 * step.runSeconds(), within(64.0));
    }
  }

  @Test
  void aRateInBytesIsThatOfTheBlocks() throws Exception {
    AccessSpecification lines =
        new AccessSpecification(
            "lines",
            List.of(
                new AccessLine(4096, 50, 100, 100, 1, Duration.ZERO, 4096),
                new AccessLine(12288, 50, 100, 100, 1, Duration.ZERO, 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      // 500 operations a second of 8 KiB in the mean.
      StepResult step =
          step(agent, TestAgent.open(lines, "1", "8", "4000KiB/s", Arrivals.CONSTANT, 2000));

      // 1,000 draws of two sizes: four standard deviations are 63 times half of what they differ.
      assertThat(kept(step).arrivals() * 8192.0)
          .isCloseTo(4_096_000 * step.runSeconds(), within(63 * 4096.0 * 2));
    }
  }

  @Test
  void aStallOfTheTargetIsInTheResponseTimeOfEverythingThatWasDueInIt() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    AtomicInteger operations = new AtomicInteger();
    engine.script =
        (kind, target, offset, length) -> {
          if (operations.incrementAndGet() == 200) {
            long until = System.nanoTime() + 600 * MS;
            while (System.nanoTime() - until < 0) {
              LockSupport.parkNanos(until - System.nanoTime());
            }
          }
          return length;
        };
    try (TestAgent agent = new TestAgent(engine)) {
      StepResult step =
          step(
              agent,
              TestAgent.open(TestAgent.reads(), "1", "4", "1000/s", Arrivals.CONSTANT, 2000));

      // Of 2,000 operations 600 were due in the stall, 500 of them 100 ms and more before its end.
      assertThat(step.total().responseTime().p90Ns()).isGreaterThan(100 * MS);
      assertThat(step.total().responseTime().maxNs()).isGreaterThanOrEqualTo(600 * MS);
      assertThat(kept(step).late()).isGreaterThan(500);
    }
  }

  @Test
  void whatATargetCannotCarryIsCountedAndSaidToBeItsFault() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = 20 * MS;
    try (TestAgent agent = new TestAgent(engine)) {
      StepResult step =
          step(
              agent,
              TestAgent.open(TestAgent.reads(), "1", "2", "1000/s", Arrivals.CONSTANT, 1000));

      // Two at a time of 20 ms each are 100 a second at most.
      assertThat((double) kept(step).arrivals()).isCloseTo(1000 * step.runSeconds(), within(2.0));
      assertThat(kept(step).started()).isLessThanOrEqualTo((long) (100 * step.runSeconds()) + 4);
      assertThat(kept(step).skipped()).isGreaterThan(800);
      assertThat(step.verdict().state()).isNotEqualTo(Verdict.State.VALID);
      assertThat(step.verdict().reasons())
          .anySatisfy(
              reason ->
                  assertThat(reason)
                      .startsWith("The target did not carry the asked rate with all outstanding"));
    }
  }

  @Test
  void aDelayComesBetweenArrivalAndStartAndIsNoBacklog() throws Exception {
    AccessSpecification waits =
        new AccessSpecification(
            "waits",
            List.of(new AccessLine(4096, 100, 100, 100, 1, Duration.ofMillis(300), 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(
              TestAgent.plan(TestAgent.open(waits, "1", "200", "100/s", Arrivals.CONSTANT, 1000)));

      StepResult step = result.steps().getFirst();
      // What came in the last 300 ms was not to start any more.
      assertThat(kept(step).started())
          .isLessThanOrEqualTo((long) (100 * (step.runSeconds() - 0.3)) + 2);
      // A generator that did not run has a backlog, delay or not.
      assumeThat(step.verdict().reasons()).noneMatch(r -> r.contains("did not let the generator"));
      assertThat(step.verdict().reasons()).noneMatch(r -> r.contains("asked rate"));
    }
  }

  @Test
  void ratesAreSweptWithinTheOutstanding() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      RunResult result =
          agent.run(
              TestAgent.plan(
                  TestAgent.open(
                      TestAgent.reads(), "1", "1,2", "100..200 step 100", Arrivals.POISSON, 50)));

      assertThat(result.steps())
          .extracting(s -> s.step().loadText())
          .containsExactly("1 x 1 at 100/s", "1 x 1 at 200/s", "1 x 2 at 100/s", "1 x 2 at 200/s");
      assertThat(result.saturation()).isEmpty();
    }
  }

  @Test
  void aPreconditionMayBeAnOpenLoopToo() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      Phase.Precondition slow =
          new Phase.Precondition(
              TestAgent.writes(),
              TestAgent.open(TestAgent.writes(), "1", "4", "10/s", Arrivals.CONSTANT, 1).load(),
              100,
              Duration.ofMillis(300));
      RunResult result = agent.run(TestAgent.plan(slow));

      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
    }
  }

  @Test
  void aClosedLoopHasNoArrivals() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 100)));

      assertThat(result.steps().getFirst().arrivals()).isEqualTo(Optional.empty());
      assertThat(agent.store.intervals(result.run().id()))
          .allSatisfy(i -> assertThat(i.arrivals()).isEmpty());
    }
  }
}
