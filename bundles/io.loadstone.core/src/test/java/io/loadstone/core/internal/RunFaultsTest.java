package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults at unlucky moments: nothing hangs, no reason is lost, nothing counts as done. */
class RunFaultsTest {
  private static final long MS = 1_000_000;
  private static final int EIO = 5;
  private static final Phase.Prepare PREPARE = new Phase.Prepare(Layout.WRITTEN);

  private static ScriptedEngine engine() {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    return engine;
  }

  private static Phase.Measure step(long runMs) {
    return TestAgent.measure(TestAgent.reads(), "1", "2", 0, runMs);
  }

  @Test
  void aBrokenQueueIsToldBeforeItsCloseWhichMayHang() throws Exception {
    ScriptedEngine engine = engine();
    engine.closing = new CountDownLatch(1);
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(step(600_000)));
      TestAgent.awaitState(run, RunState.RUNNING);
      engine.breaks = true;
      RunResult result = agent.result(run);

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .startsWith("The engine scripted failed: io_uring_enter failed: EBADF (9)")
          .contains("1 of the loops did not come back");
    } finally {
      engine.closing.countDown();
    }
  }

  @Test
  void aFaultOfTheEngineDuringLayoutIsNoLayout() throws Exception {
    ScriptedEngine engine = engine();
    engine.script =
        (kind, target, offset, length) -> {
          throw new AssertionError("handle and descriptor disagree");
        };
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result = agent.run(TestAgent.plan(PREPARE));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .contains("engine scripted broke")
          .contains("handle and descriptor disagree");
      assertThat(agent.targets.targets.get("a").filled).isFalse();
    }
  }

  @Test
  void aTargetThatCannotEvenBeLookedAtKeepsNoRunFromEnding() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    try (TestAgent agent = new TestAgent(engine())) {
      Run run = agent.runs.start(TestAgent.plan(step(600_000)));
      TestAgent.awaitState(run, RunState.RUNNING);
      agent.targets.targets.get("a").looks = hangs;
      long seen = run.live().intervals();
      // Looks come every second: the one in this time hangs.
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> run.live().intervals() >= seen + 2);
      run.stop();

      assertThat(agent.result(run).run().state()).isEqualTo(RunState.STOPPED);
    } finally {
      hangs.countDown();
    }
  }

  @Test
  void aFailedOperationOnALostTargetSaysBoth() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      engine.script =
          (kind, target, offset, length) -> {
            agent.targets.targets.get("a").lost = Optional.of("mem:a was truncated");
            return -EIO;
          };
      RunResult result = agent.run(TestAgent.plan(step(600_000)));

      assertThat(result.run().reason()).contains("failed: EIO (5)").endsWith("mem:a was truncated");
    }
  }

  @Test
  void aFlushMayTakeLongerThanAStopMay() throws Exception {
    ScriptedEngine engine = engine();
    engine.script =
        (kind, target, offset, length) -> {
          if (kind == IoKind.FLUSH) {
            parkFor(900 * MS);
          }
          return length;
        };
    Settings impatient = new Settings(2, 1, 300 * MS, 64 << 20);
    try (TestAgent agent = new TestAgent(new MemoryStore(), impatient, engine)) {
      RunResult result = agent.run(TestAgent.plan(PREPARE));

      assertThat(result.run().reason()).isEmpty();
      assertThat(agent.targets.targets.get("a").filled).isTrue();
    }
  }

  // B109, B097: the machine's word for it is in the reason, and what was measured before is kept.
  @ParameterizedTest
  @ValueSource(ints = {122, 28})
  void aQuotaOrDiskThatIsUsedUpFailsTheRunWithItsNameAndTheFirstOffset(int errno) throws Exception {
    ScriptedEngine engine = engine();
    AtomicLong failedAt = new AtomicLong(-1);
    AtomicLong count = new AtomicLong();
    engine.script =
        (kind, target, offset, length) -> {
          if (count.incrementAndGet() < 50) {
            return length;
          }
          failedAt.compareAndSet(-1, offset);
          return -errno;
        };
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.writes(), "1", "1", 0, 600_000)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .startsWith(
              "write at %d on mem:a failed: %s (%d), "
                  .formatted(failedAt.get(), errno == 28 ? "ENOSPC" : "EDQUOT", errno))
          .containsPattern("; free some .*or take a smaller size or another target$");
      assertThat(result.steps().getFirst().write().operations()).isEqualTo(49);
    }
  }

  // B121. The moment is a number of operations, not a time: the same on a slow machine.
  @Test
  void anAbortEndsARunAtWhateverMomentWithIoInFlight() throws Exception {
    Random random = new Random(121);
    // Most of the time runs wait for a whole second: five agents do it at once, each for five runs.
    try (ExecutorService agents = Executors.newFixedThreadPool(5)) {
      List<Future<?>> ended = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        // 2 of the layout and its flush, 512 of the precondition and its flush, then the step.
        long[] moments =
            LongStream.generate(
                    () -> random.nextInt(3) == 0 ? random.nextInt(5) : random.nextInt(1_500))
                .limit(5)
                .toArray();
        ended.add(
            agents.submit(
                () -> {
                  assertAbortsEndRuns(moments);
                  return null;
                }));
      }
      for (Future<?> agent : ended) {
        agent.get();
      }
    }
  }

  private static void assertAbortsEndRuns(long... moments) throws Exception {
    Plan plan =
        TestAgent.plan(
            PREPARE,
            new Phase.Precondition(
                TestAgent.writes(), new Load(Sweep.of(1), Sweep.of(8)), 100, Duration.ZERO),
            TestAgent.measure(TestAgent.mixed(), "2", "4", 0, 600_000));
    ScriptedEngine engine = engine();
    engine.latencyNs = 20_000;
    try (TestAgent agent = new TestAgent(engine)) {
      agent.targets.sizeBytes = 2 << 20;
      for (long moment : moments) {
        AtomicLong left = new AtomicLong(moment);
        AtomicReference<Run> started = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        engine.script =
            (kind, target, offset, length) -> {
              if (left.getAndDecrement() == 0) {
                await(known);
                started.get().abort();
              }
              return length;
            };
        Run run = agent.runs.start(plan);
        started.set(run);
        known.countDown();
        // Waits for 30 s at most; an abort has 2 s here.
        RunResult result = agent.result(run);

        assertThat(result.run().state()).as("at operation " + moment).isEqualTo(RunState.STOPPED);
        assertThat(result.run().reason()).isEqualTo("It was aborted on request.");
        assertThat(engine.openQueues).hasValue(0);
        agent.targets.targets.clear();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStopDuringAFlushThatNeverEndsIsBounded() throws Exception {
    CountDownLatch ends = new CountDownLatch(1);
    CountDownLatch begins = new CountDownLatch(1);
    ScriptedEngine engine = engine();
    engine.script =
        (kind, target, offset, length) -> {
          if (kind == IoKind.FLUSH) {
            begins.countDown();
            while (ends.getCount() > 0) {
              LockSupport.parkNanos(MS);
            }
          }
          return length;
        };
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(PREPARE));
      begins.await();
      run.stop();

      assertThat(agent.result(run).run().reason()).contains("did not end within 2 s");
    } finally {
      ends.countDown();
    }
  }

  @Test
  void failedOperationsOfAPreconditionAreInTheJournal() throws Exception {
    ScriptedEngine engine = engine();
    engine.latencyNs = 0;
    AtomicBoolean failed = new AtomicBoolean();
    engine.script =
        (kind, target, offset, length) ->
            kind == IoKind.WRITE && failed.compareAndSet(false, true) ? -EIO : length;
    Phase precondition =
        new Phase.Precondition(
            TestAgent.writes(), new Load(Sweep.of(1), Sweep.of(4)), 100, Duration.ZERO);
    try (TestAgent agent = new TestAgent(engine)) {
      RunResult result =
          agent.run(TestAgent.plan(Plan.ENGINE_AUTO, ErrorPolicy.CONTINUE, "mem:a", precondition));

      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
      assertThat(result.journal())
          .extracting(Annotation::text)
          .anyMatch(
              t ->
                  t.matches(
                      "While preconditioning: write at \\d+ on mem:a failed: EIO \\(5\\), .+"));
    }
  }

  @Test
  void aRunWhoseEndCannotBeStoredHasNotCompleted() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.store.failsState = RunState.COMPLETED;
      RunResult result = agent.run(TestAgent.plan(step(200)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason()).contains("database or disk is full");
      Run run = agent.runs.find(result.run().id()).orElseThrow();
      assertThat(run.summary()).isEqualTo(result.run());
      assertThat(run.live().state()).isEqualTo(RunState.FAILED);
    }
  }

  @Test
  void aSaturationThatCannotBeStoredKeepsNoRunOpen() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.store.failsSaturation = "database or disk is full";
      RunResult result = agent.run(TestAgent.plan(step(200)));

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(agent.store.unfinished()).isEmpty();
    }
  }

  @Test
  void aStepThatDoesNotFitAtOnceIsStoredWithTheEndOfItsRun() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.store.failsSteps = 1;
      RunResult result = fillsUp(agent);

      assertThat(result.run().state()).isEqualTo(RunState.FAILED);
      assertThat(result.run().reason())
          .isEqualTo(
              "The result store failed: database or disk is full; what was stored before is kept.");
      assertThat(result.steps()).hasSize(1);
      assertThat(agent.store.unfinished()).isEmpty();
    }
  }

  @Test
  void aStepThatDoesNotFitAtAllIsMadeOfItsIntervalsAtTheNextStart() throws Exception {
    MemoryStore store = new MemoryStore();
    store.failsSteps = Integer.MAX_VALUE;
    RunResult full;
    try (TestAgent agent = new TestAgent(store, Settings.of(2, 1, 2, 64 << 20), engine())) {
      full = fillsUp(agent);
    }
    assertThat(full.steps()).isEmpty();
    assertThat(full.run().reason())
        .startsWith("The result store failed: database or disk is full")
        .contains("the next start of the agent makes it of the intervals");

    store.failsSteps = 0;
    try (TestAgent _ = new TestAgent(store, Settings.of(2, 1, 2, 64 << 20), engine())) {
      RunResult mended = store.result(full.run().id()).orElseThrow();
      assertThat(mended.run()).as("what it was it stays").isEqualTo(full.run());
      assertThat(mended.steps())
          .singleElement()
          .satisfies(
              step ->
                  assertThat(step.total().operations())
                      .isEqualTo(
                          store.intervals(full.run().id()).stream()
                              .mapToLong(i -> i.total().operations())
                              .sum()))
          .satisfies(step -> assertThat(step.total().operations()).isPositive())
          .satisfies(
              step ->
                  assertThat(step.verdict().reasons())
                      .containsExactly("It ended early: " + full.run().reason()));
      assertThat(store.unfinished()).isEmpty();
    }
  }

  @Test
  void aStoreThatFailsAfterAnErrorDoesNotTakeThePlaceOfTheFirstReason() throws Exception {
    ScriptedEngine engine = engine();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = agent.runs.start(TestAgent.plan(step(600_000)));
      awaitIntervals(run, 1);
      agent.store.failsSteps = Integer.MAX_VALUE;
      engine.script = (kind, target, offset, length) -> -EIO;

      assertThat(agent.result(run).run().reason()).startsWith("read at ").contains("EIO (5)");
    }
  }

  private static RunResult fillsUp(TestAgent agent) throws Exception {
    Run run = agent.runs.start(TestAgent.plan(step(600_000)));
    awaitIntervals(run, 1);
    agent.store.failsIntervals = "database or disk is full";
    RunResult result = agent.result(run);
    agent.store.failsIntervals = null;
    return result;
  }

  private static void awaitIntervals(Run run, long count) {
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> run.live().intervals() >= count);
  }

  @Test
  void aListenerWhoseBundleIsGoneHurtsNobody() throws Exception {
    try (TestAgent agent = new TestAgent(engine())) {
      agent.runs.addListener(
          new RunListener() {
            @Override
            public void intervalEnded(Run run, Interval interval) {
              throw new NoClassDefFoundError("com/example/Gone");
            }

            @Override
            public void accepted(Run run) {
              throw new NoClassDefFoundError("com/example/Gone");
            }
          });
      assertThat(agent.run(TestAgent.plan(step(300))).run().state()).isEqualTo(RunState.COMPLETED);
    }
  }

  @Test
  void anEngineThatGoesWhileThePlanIsJudgedIsNotUsed() throws Exception {
    ScriptedEngine inner = engine();
    AtomicBoolean went = new AtomicBoolean();
    AgentRuns[] runs = new AgentRuns[1];
    IoEngine going =
        new IoEngine() {
          @Override
          public EngineTraits traits() {
            return inner.traits();
          }

          @Override
          public Optional<String> refuses(TargetTraits target) {
            boolean coordinator = Thread.currentThread().getName().startsWith("loadstone-");
            if (coordinator && went.compareAndSet(false, true)) {
              runs[0].removeEngine(this);
            }
            return Optional.empty();
          }

          @Override
          public IoQueue open(List<? extends Target> targets, QueueOptions options)
              throws IOException {
            return inner.open(targets, options);
          }
        };
    try (TestAgent agent = new TestAgent(going)) {
      runs[0] = agent.runs;
      RunResult result = agent.run(TestAgent.plan(step(200)));

      assertThat(went).isTrue();
      assertThat(result.run().reason()).contains("engine scripted was removed");
      assertThat(inner.queuesOpened).hasValue(0);
    }
  }

  private static void parkFor(long ns) {
    long deadline = System.nanoTime() + ns;
    for (long left = ns; left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
