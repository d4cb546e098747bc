package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.target.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetPointsTest {
  private static final long MS = 1_000_000;
  private static final long LONG_MS = 60_000;

  private final Set<Integer> lengths = ConcurrentHashMap.newKeySet();
  private final Set<IoKind> kinds = ConcurrentHashMap.newKeySet();

  private ScriptedEngine watched(ScriptedEngine engine) {
    engine.script =
        (kind, target, offset, length) -> {
          if (kind != IoKind.FLUSH) {
            lengths.add(length);
            kinds.add(kind);
          }
          return length;
        };
    return engine;
  }

  private static Run start(TestAgent agent, Phase... phases) throws Exception {
    Run run = agent.runs.start(TestAgent.plan(phases));
    await(() -> run.setPoints().isPresent());
    return run;
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(condition::getAsBoolean);
  }

  private static StepResult end(TestAgent agent, Run run) {
    run.stop();
    RunResult result = agent.result(run);
    assertThat(result.run().state()).as(result.run().reason()).isEqualTo(RunState.STOPPED);
    return result.steps().getFirst();
  }

  @Test
  void anotherRateShowsInTheIntervalsAndIsToldInJournalNotesAndVerdict() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      Run run =
          start(
              agent,
              TestAgent.open(TestAgent.reads(), "2", "16", "100/s", Arrivals.POISSON, LONG_MS));
      String id = run.summary().id();
      await(() -> agent.store.intervals(id).size() >= 1);

      run.change(Map.of(SetPoint.RATE, "2000/s"));
      int changed = agent.store.intervals(id).size();

      assertThat(run.setPoints().orElseThrow().rate().orElseThrow().format()).isEqualTo("2000/s");
      await(() -> agent.store.intervals(id).size() >= changed + 3);
      StepResult step = end(agent, run);
      List<Interval> intervals = agent.store.intervals(id);
      // A Poisson count of 100 is not above 200, one of 2,000 not below 1,500.
      assertThat(intervals.getFirst().arrivals().orElseThrow().arrivals()).isLessThan(200);
      assertThat(intervals.get(changed + 2).arrivals().orElseThrow().arrivals())
          .isGreaterThan(1500);
      String text = "Step 1: changed rate from 100/s to 2000/s.";
      assertThat(agent.store.result(id).orElseThrow().journal())
          .filteredOn(annotation -> annotation.text().equals(text))
          .hasSize(1);
      assertThat(intervals).filteredOn(i -> i.notes().contains(text)).hasSize(1);
      assertThat(step.verdict().reasons())
          .anyMatch(reason -> reason.startsWith("Set points were changed once while"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void moreOutstandingThanTheQueueHasSlotsOrTheStepThreadsAreInFlight(boolean asynchronous)
      throws Exception {
    ScriptedEngine engine =
        asynchronous ? ScriptedEngine.asynchronous() : ScriptedEngine.synchronous();
    engine.latencyNs = 5 * MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = start(agent, TestAgent.measure(TestAgent.reads(), "2", "1", 0, LONG_MS));
      await(() -> engine.operations.get() > 10);
      int opened = engine.queuesOpened.get();

      run.change(Map.of(SetPoint.OUTSTANDING, "6"));

      await(() -> engine.queuesOpened.get() == opened + (asynchronous ? 2 : 2 * 5));
      await(() -> engine.openQueues.get() == (asynchronous ? 2 : 2 * 6));
      long before = engine.operations.get();
      await(() -> engine.operations.get() > before + 100);
      run.change(Map.of(SetPoint.OUTSTANDING, "2"));
      long after = engine.operations.get();
      await(() -> engine.operations.get() > after + 50);
      // Fewer need no other queue.
      assertThat(engine.queuesOpened).hasValue(opened + (asynchronous ? 2 : 2 * 5));
      StepResult step = end(agent, run);
      assertThat(step.total().errors()).isZero();
      assertThat(step.selfChecks()).allMatch(check -> check.passed());
    }
  }

  @Test
  void whatAChangedLoadDoesIsNotComparedWithThePlannedOneWithoutIo() throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = 5 * MS;
    // One at a time it does 500 operations/s at most, a hundredth of what the changed step does.
    ScriptedEngine nothing = new ScriptedEngine("nothing", true, false, 0);
    nothing.latencyNs = 2 * MS;
    try (TestAgent agent = new TestAgent(engine, nothing)) {
      Run run = start(agent, TestAgent.measure(TestAgent.reads(), "1", "1", 0, LONG_MS));
      await(() -> engine.operations.get() > 0);

      run.change(Map.of(SetPoint.OUTSTANDING, "250"));
      await(() -> engine.operations.get() > 5000);

      StepResult step = end(agent, run);
      assertThat(step.generator().headroom())
          .isEqualTo(Headroom.none("Set points were changed while the step ran."));
      assertThat(step.verdict().state()).isEqualTo(Verdict.State.SUSPECT);
    }
  }

  @Test
  void largerBlocksThanTheBuffersHoldGetLargerBuffers() throws Exception {
    ScriptedEngine engine = watched(ScriptedEngine.asynchronous());
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = start(agent, TestAgent.measure(TestAgent.writes(), "1", "4", 0, LONG_MS));
      await(() -> engine.operations.get() > 10);
      assertThat(lengths).containsExactly(4096);

      run.change(Map.of(SetPoint.BLOCK_SIZE, "16KiB"));
      await(() -> lengths.contains(16384));
      run.change(Map.of(SetPoint.BLOCK_SIZE, "512"));
      await(() -> lengths.contains(512));

      assertThat(engine.queuesOpened).hasValue(2);
      assertThat(run.setPoints().orElseThrow().blockSizeBytes()).isEqualTo(512);
      end(agent, run);
    }
  }

  @Test
  void anotherShareOfReadsCountsInTheOtherDirection() throws Exception {
    ScriptedEngine engine = watched(ScriptedEngine.asynchronous());
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run =
          start(
              agent,
              new Phase.Prepare(Layout.WRITTEN),
              TestAgent.measure(TestAgent.reads(), "1", "4", 0, LONG_MS));
      String id = run.summary().id();
      kinds.clear();
      await(() -> kinds.contains(IoKind.READ));
      assertThat(kinds).containsExactly(IoKind.READ);

      run.change(Map.of(SetPoint.READ, "0%"));
      await(() -> kinds.contains(IoKind.WRITE));
      await(
          () ->
              agent.store.intervals(id).stream()
                  .anyMatch(i -> i.write().figures().operations() > 0));

      assertThat(run.setPoints().orElseThrow().readPercent()).isZero();
      int flushes = engine.flushes.get();
      StepResult step = end(agent, run);
      assertThat(step.write().operations()).isPositive();
      assertThat(step.write().bytes()).isEqualTo(step.write().operations() * 4096);
      assertThat(engine.flushes).as("what was written is flushed").hasValue(flushes + 1);
    }
  }

  @Test
  void aShorterThinkTimeEndsAWaitThatIsUnderWay() throws Exception {
    AccessSpecification thinks =
        new AccessSpecification(
            "thinks",
            List.of(new AccessLine(4096, 100, 100, 100, 1, Duration.ofHours(1), 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = start(agent, TestAgent.measure(thinks, "3", "2", 0, LONG_MS));

      run.change(Map.of(SetPoint.THINK_TIME, "1ms"));

      await(() -> engine.operations.get() > 50);
      run.change(Map.of(SetPoint.THINK_TIME, "1h"));
      AtomicLong seen = new AtomicLong(-1);
      await(() -> seen.getAndSet(engine.operations.get()) == engine.operations.get());
      end(agent, run);
    }
  }

  @Test
  void severalAreChangedTogetherOrNotAtAll() throws Exception {
    ScriptedEngine engine = watched(ScriptedEngine.asynchronous());
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = start(agent, TestAgent.measure(TestAgent.mixed(), "1", "4", 0, LONG_MS));
      assertThatThrownBy(() -> run.change(Map.of(SetPoint.OUTSTANDING, "8", SetPoint.READ, "101%")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(run.setPoints().orElseThrow().outstandingPerWorker()).isEqualTo(4);

      run.change(Map.of(SetPoint.OUTSTANDING, "8", SetPoint.BLOCK_SIZE, "8k"));

      assertThat(run.setPoints().orElseThrow().outstandingPerWorker()).isEqualTo(8);
      assertThat(run.setPoints().orElseThrow().blockSizeBytes()).isEqualTo(8192);
      await(() -> engine.operations.get() > 0);
      end(agent, run);
      assertThat(agent.store.result(run.summary().id()).orElseThrow().journal())
          .extracting(annotation -> annotation.text())
          .contains("Step 1: changed outstanding from 4 to 8, blockSize from 4KiB to 8KiB.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OUTSTANDING|0|Set point outstanding: \"0\" is not allowed here; allowed: a whole number from 1",
        "OUTSTANDING|ten|a whole number from 1 to 1000000",
        "OUTSTANDING|40000|A load of 1 x 40000 outstanding",
        "RATE|5000/s|Set point rate: this step is a closed loop and has no rate",
        "READ|-1|Set point read: \"-1\" is not allowed here; allowed: a share from 0% to 100%",
        "READ|50%|the plan only reads, so its targets are not open for writing",
        "BLOCK_SIZE|0|a size from 1 byte to 1GiB",
        "BLOCK_SIZE|1000|the size is no multiple of 512, which mem:a needs",
        "BLOCK_SIZE|512MiB|of buffers; allowed are 64MiB",
        "THINK_TIME|soon|Set point thinkTime: \"soon\" is not allowed here; allowed: a time with its unit",
      })
  void aBadValueGetsASentenceAndChangesNothing(SetPoint point, String value, String sentence)
      throws Exception {
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    engine.latencyNs = MS;
    try (TestAgent agent = new TestAgent(engine)) {
      Run run = start(agent, TestAgent.measure(TestAgent.reads(), "1", "1", 0, LONG_MS));

      assertThatThrownBy(() -> run.change(Map.of(point, value)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(sentence)
          .hasMessageEndingWith(".");

      await(() -> engine.operations.get() > 0);
      StepResult step = end(agent, run);
      assertThat(step.verdict().reasons()).noneMatch(reason -> reason.contains("Set points"));
    }
  }

  @Test
  void betweenStepsThereIsNothingToChange() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      Run run = agent.runs.start(TestAgent.plan(new Phase.Idle(Duration.ofMinutes(10))));

      assertThat(run.setPoints()).isEmpty();
      assertThatThrownBy(() -> run.change(Map.of(SetPoint.OUTSTANDING, "2")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("No step is under way");
      run.stop();
      agent.result(run);
    }
  }

  @Test
  void aRunThatHasEndedSaysSoWithItsState() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      Run run =
          agent.runs.start(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 50)));
      agent.result(run);

      assertThat(run.setPoints()).isEmpty();
      assertThatThrownBy(() -> run.change(Map.of(SetPoint.OUTSTANDING, "2")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("The run " + run.summary().id() + " has ended and is COMPLETED");
    }
  }
}
