package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the rows of a run's time series promise. */
class SeriesTest {
  private static ScriptedEngine engine() {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = 1_000_000;
    return engine;
  }

  // A busy host may hold up the clock's thread: an interval is then longer, and the next second
  // has none of its own.
  private static void assertNoMomentLeftOut(List<Interval> intervals, int seconds) {
    for (int i = 1; i < intervals.size(); i++) {
      long laterMs = intervals.get(i).startEpochMs() - intervals.get(i - 1).startEpochMs();
      assertThat(laterMs).isPositive();
      assertThat(laterMs % 1000).isZero();
    }
    assertThat(intervals.stream().mapToLong(Interval::lengthNs).sum())
        .isCloseTo(seconds * 1_000_000_000L, Offset.offset(5_000_000L));
  }

  /** B083: a store that is slow for seconds delays rows; it neither drops nor falsifies them. */
  @Test
  void aSlowStoreLosesNoRowAndNoOperation() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      agent.store.slow = new CountDownLatch(1);
      Run run =
          agent.runs.start(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "2", 0, 4000)));
      // Nothing of it is in the store, and it is in its fourth second or behind it.
      AtomicLong first = new AtomicLong();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                if (engine.operations.get() > 0) {
                  first.compareAndSet(0, System.nanoTime());
                }
                return first.get() != 0 && System.nanoTime() - first.get() > 3_200_000_000L;
              });
      assertThat(agent.store.intervals(run.summary().id())).isEmpty();
      agent.store.slow.countDown();

      RunResult result = agent.result(run);
      List<Interval> intervals = agent.store.intervals(run.summary().id());
      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
      assertNoMomentLeftOut(intervals, 4);
      assertThat(intervals).allSatisfy(i -> assertThat(i.total().operations()).isPositive());
      assertThat(result.steps().getFirst().total().operations())
          .isEqualTo(intervals.stream().mapToLong(i -> i.total().operations()).sum());
    }
  }

  /** B085: a target that stalls has rows of zero, and the step says how many. */
  @Test
  void aStallOfTheTargetIsRowsOfZero() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run =
          agent.runs.start(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 8000)));
      CountDownLatch stall = new CountDownLatch(1);
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> run.live().intervals() > 0);
      engine.stuck = stall;
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> quiet(agent.store.intervals(run.summary().id())) >= 2);
      stall.countDown();

      StepResult step = agent.result(run).steps().getFirst();
      List<Interval> intervals = agent.store.intervals(run.summary().id());
      assertNoMomentLeftOut(intervals, 8);
      long quiet = quiet(intervals);
      assertThat(step.verdict().reasons())
          .contains("In " + quiet + " intervals no operation completed.");
      // The operation that hung is as long as the seconds that it left empty.
      assertThat(step.total().serviceTime().maxNs()).isGreaterThanOrEqualTo(quiet * 1_000_000_000L);
    }
  }

  private static long quiet(List<Interval> intervals) {
    return intervals.stream().filter(i -> i.total().operations() == 0).count();
  }

  /** B087: what is shown live is what the result is made of. */
  @Test
  void theLiveFiguresAddUpToTheResult() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      AtomicLong operations = new AtomicLong();
      AtomicLong bytes = new AtomicLong();
      agent.runs.addListener(
          new RunListener() {
            @Override
            public void intervalEnded(Run run, Interval interval) {
              operations.addAndGet(run.live().total().operations());
              bytes.addAndGet(run.live().read().bytes() + run.live().write().bytes());
            }
          });
      StepResult step =
          agent
              .run(TestAgent.plan(TestAgent.measure(TestAgent.mixed(), "2", "2", 0, 3000)))
              .steps()
              .getFirst();

      assertThat(step.total().operations()).isPositive().isEqualTo(operations.get());
      assertThat(step.total().bytes()).isEqualTo(bytes.get());
    }
  }
}
