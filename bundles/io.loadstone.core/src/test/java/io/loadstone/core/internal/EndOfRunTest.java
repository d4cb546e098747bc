package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EndOfRunTest {
  private static final long MS = 1_000_000;
  private static final int EIO = 5;

  private static Phase.Measure longStep() {
    return TestAgent.measure(TestAgent.mixed(), "2", "2", 0, 600_000);
  }

  private static ScriptedEngine engine() {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    return engine;
  }

  @Test
  void theFirstFailedOperationEndsTheRunAndIsNamed() throws Exception {
    ScriptedEngine engine = engine();
    AtomicLong count = new AtomicLong();
    engine.script =
        (kind, target, offset, length) -> count.incrementAndGet() == 100 ? -EIO : length;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "4", 0, 600_000)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .matches("read at \\d+ on mem:a failed: EIO \\(5\\), the device.+; .+check the device.+");
      assertThat(result.steps())
          .singleElement()
          .satisfies(step -> assertThat(step.total().errors()).isEqualTo(1))
          .satisfies(step -> assertThat(step.verdict().state()).isEqualTo(Verdict.State.SUSPECT));
    }
  }

  @Test
  void aTargetThatWasTruncatedExplainsWhatItsOperationsCameBackWith() throws Exception {
    ScriptedEngine engine = engine();
    AtomicLong count = new AtomicLong();
    try (TestAgent agent = new TestAgent(engine)) {
      engine.script =
          (kind, target, offset, length) -> {
            if (count.incrementAndGet() < 100) {
              return length;
            }
            agent.targets.targets.get("a").lost = Optional.of("mem:a was truncated");
            return 0;
          };
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "4", 0, 600_000)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .contains("mem:a moved only 0 of 4096 bytes", "mem:a was truncated");
    }
  }

  // B097: thousands of failures are a line an interval.
  @Test
  void failedOperationsAreCountedAndNotedIfThePlanGoesOn() throws Exception {
    ScriptedEngine engine = engine();
    engine.script =
        (kind, target, offset, length) ->
            kind == IoKind.WRITE ? -28 : offset < 4 << 20 ? length / 2 : length;
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(
              TestAgent.plan(
                  Plan.ENGINE_AUTO,
                  ErrorPolicy.CONTINUE,
                  "mem:a",
                  TestAgent.measure(TestAgent.mixed(), "1", "4", 0, 1000)));

      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
      assertThat(result.steps().getFirst().write().errors()).isPositive();
      assertThat(result.steps().getFirst().write().operations()).isZero();
      assertThat(result.steps().getFirst().read().errors()).isPositive();
      Interval first = agent.store.intervals(result.run().id()).getFirst();
      assertThat(first.notes())
          .anyMatch(
              n ->
                  n.matches(
                      "write at \\d+ on mem:a failed: ENOSPC \\(28\\), .+; free some .+ \\(the first of \\d+\\)"))
          .anyMatch(n -> n.contains("moved only 2048 of 4096 bytes"));
      assertThat(result.steps().getFirst().verdict().reasons())
          .anyMatch(reason -> reason.contains("operations failed"));
    }
  }

  @Test
  void aStopDrainsAndKeepsWhatWasMeasured() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(longStep()));
      awaitIntervals(run);
      run.stop();
      run.stop();
      RunResult result = agent.result(run);

      assertThat(result.run().state()).isEqualTo(RunState.STOPPED);
      assertThat(result.run().reason()).isEqualTo("It was stopped on request.");
      assertThat(result.steps())
          .singleElement()
          .satisfies(s -> assertThat(s.verdict().reasons()).anyMatch(r -> r.contains("600.0 s")));
      assertThat(engine.flushes).hasValue(1);
      assertThat(engine.openQueues).hasValue(0);
    }
  }

  // B121
  @Test
  void anAbortDoesNotWaitForWhatNeverCompletes() throws Exception {
    ScriptedEngine engine = engine();
    engine.latencyNs = ScriptedEngine.NEVER;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(longStep()));
      TestAgent.awaitState(run, RunState.RUNNING);
      run.abort();
      RunResult result = agent.result(run);

      assertThat(result.run().state()).isEqualTo(RunState.STOPPED);
      assertThat(result.run().reason()).isEqualTo("It was aborted on request.");
      assertThat(engine.flushes).hasValue(0);
      assertThat(engine.openQueues).hasValue(0);
    }
  }

  // B121
  @Test
  void aStopTurnsIntoACancelWhenTheDrainTakesTooLong() throws Exception {
    ScriptedEngine engine = engine();
    engine.latencyNs = ScriptedEngine.NEVER;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run =
          agent.runs.start(
              TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 600_000)));
      TestAgent.awaitState(run, RunState.RUNNING);
      run.stop();

      assertThat(agent.result(run).run().state()).isEqualTo(RunState.STOPPED);
      assertThat(engine.openQueues).hasValue(0);
    }
  }

  @Test
  void aLoopThatHangsInTheSystemIsLeftBehindAndTheAgentLives() throws Exception {
    ScriptedEngine engine = engine();
    CountDownLatch hangs = new CountDownLatch(1);
    try (TestAgent agent = new TestAgent(engine)) {
      engine.stuck = hangs;
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 1000)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .contains("1 of the loops did not come back")
          .contains("2 s");
      // The second it hung in exists, as a row of nothing.
      assertThat(agent.store.intervals(result.run().id()))
          .singleElement()
          .satisfies(i -> assertThat(i.total().operations()).isZero());
      engine.stuck = null;
      assertThat(
              agent
                  .run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 200)))
                  .run()
                  .state())
          .isEqualTo(RunState.COMPLETED);
    } finally {
      hangs.countDown();
    }
  }

  @Test
  void aQueueThatBreaksFailsTheRun() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(longStep()));
      TestAgent.awaitState(run, RunState.RUNNING);
      engine.breaks = true;
      RunResult result = agent.result(run);

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .isEqualTo("The engine scripted failed: io_uring_enter failed: EBADF (9)");
    }
  }

  @Test
  void aLostTargetFailsTheRunWithItsReason() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      Run run = agent.runs.start(TestAgent.plan(longStep()));
      TestAgent.awaitState(run, RunState.RUNNING);
      agent.targets.targets.get("a").lost = Optional.of("mem:a was truncated.");
      RunResult result = agent.result(run);

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason()).isEqualTo("mem:a was truncated.");
    }
  }

  @Test
  void anEngineThatGoesWhileInUseIsDrainedFirst() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(longStep()));
      awaitIntervals(run);
      agent.runs.removeEngine(engine);

      assertThat(engine.openQueues).hasValue(0);
      RunResult result = agent.result(run);
      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason()).contains("engine scripted was removed");
      assertThat(result.steps()).hasSize(1);
    }
  }

  @Test
  void stoppingTheAgentEndsLiveAndWaitingRunsAsStopped() throws Exception {
    MemoryStore store;
    Run first;
    Run second;
    try (TestAgent agent = new TestAgent(engine())) {
      store = agent.store;
      first = agent.runs.start(TestAgent.plan(longStep()));
      second = agent.runs.start(TestAgent.plan(longStep()));
      awaitIntervals(first);
      assertThat(second.summary().state()).isEqualTo(RunState.QUEUED);
    }
    assertThat(store.unfinished()).isEmpty();
    assertThat(store.result(first.summary().id()).orElseThrow().run().reason())
        .isEqualTo("The agent was stopped.");
    assertThat(store.result(first.summary().id()).orElseThrow().steps()).hasSize(1);
    assertThat(second.summary().state()).isEqualTo(RunState.STOPPED);
  }

  @Test
  void aStoreThatFailsFailsTheRun() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.store.failsIntervals = "database or disk is full";
      RunResult result = agent.run(TestAgent.plan(longStep()));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .startsWith("The result store failed: database or disk is full");
    }
  }

  @Test
  void aListenerThatThrowsHurtsNobody() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.runs.addListener(
          new RunListener() {
            @Override
            public void intervalEnded(Run run, Interval interval) {
              throw new IllegalStateException("bad listener");
            }
          });
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 300)));
      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
    }
  }

  @Test
  void aListenerHearsOfNothingThatIsNotInTheStore() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      AtomicLong missing = new AtomicLong();
      AtomicLong heard = new AtomicLong();
      agent.runs.addListener(
          new RunListener() {
            @Override
            public void intervalEnded(Run run, Interval interval) {
              heard.incrementAndGet();
              if (!agent.store.intervals(run.summary().id()).contains(interval)) {
                missing.incrementAndGet();
              }
            }
          });
      agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 300)));
      assertThat(heard).hasValue(1);
      assertThat(missing).hasValue(0);
    }
  }

  @Test
  void noThreadOfARunIsLeft() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "2", "2", 0, 300)));
      Awaitility.await()
          .atMost(Duration.ofSeconds(5))
          .until(
              () ->
                  Thread.getAllStackTraces().keySet().stream()
                      .noneMatch(t -> t.getName().contains(result.run().id())));
    }
  }

  private static void awaitIntervals(Run run) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> run.live().intervals() > 0);
  }
}
