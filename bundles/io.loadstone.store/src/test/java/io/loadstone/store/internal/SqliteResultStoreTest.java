package io.loadstone.store.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.ResultStore.UnfinishedStep;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteResultStoreTest {
  private static final String ID = "20261130-184412-7f3a";

  @TempDir Path dir;
  private Path file;
  private SqliteResultStore store;

  @BeforeEach
  void open() {
    file = dir.resolve("with a blank").resolve("results.db");
    store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void itsLocationIsTheConfiguredFile() {
    assertThat(store.location()).isEqualTo(file.toString());
  }

  @Test
  void aRunComesBackAsItWasAccepted() throws Exception {
    RunSummary run = Samples.run(ID, 1_790_000_000_000L);

    store.accepted(run, Samples.PLAN, Samples.AGENT);

    assertThat(store.runs(10)).containsExactly(run);
    assertThat(store.result(ID))
        .hasValueSatisfying(
            result -> {
              assertThat(result.run()).isEqualTo(run);
              assertThat(result.planText()).isEqualTo(Samples.PLAN);
              assertThat(result.agent()).isEqualTo(Samples.AGENT);
              assertThat(result.steps()).isEmpty();
              assertThat(result.saturation()).isEmpty();
              assertThat(result.journal()).isEmpty();
            });
  }

  @Test
  void everythingIsThereAfterTheFileIsOpenedAnew() throws Exception {
    RunSummary run = Samples.run(ID, 7);
    store.accepted(run, Samples.PLAN, Samples.AGENT);
    store.stepBegan(ID, Samples.step(0), List.of("noop:"), "noop", PageCache.NONE);
    store.interval(ID, Samples.interval(0, 1_000));
    store.stepEnded(ID, Samples.result(0));
    store.annotate(ID, new Annotation(5, "began"));

    store.close();
    open();

    assertThat(store.runs(1)).containsExactly(run);
    assertThat(intervals()).containsExactly(Samples.interval(0, 1_000));
    assertThat(store.result(ID).orElseThrow().steps()).containsExactly(Samples.result(0));
    assertThat(store.result(ID).orElseThrow().journal())
        .containsExactly(new Annotation(5, "began"));
  }

  @Test
  void aChangedRunKeepsItsNameAndLabels() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    RunSummary ended = Samples.run(ID, 7, RunState.FAILED);

    store.changed(ended);

    assertThat(store.runs(1)).containsExactly(ended);
    assertThat(store.unfinished()).isEmpty();
  }

  @Test
  void runsComeNewestFirstAndNoMoreThanAskedFor() throws Exception {
    for (int i : new int[] {3, 1, 5, 2, 4}) {
      store.accepted(Samples.run("run-" + i, i * 1_000L), Samples.PLAN, Samples.AGENT);
    }
    store.accepted(Samples.run("run-5b", 5_000), Samples.PLAN, Samples.AGENT);

    assertThat(store.runs(4))
        .extracting(RunSummary::id)
        .containsExactly("run-5b", "run-5", "run-4", "run-3");
    assertThat(store.runs(Integer.MAX_VALUE)).hasSize(6);
    assertThatIllegalArgumentException().isThrownBy(() -> store.runs(0)).withMessageContaining("0");
  }

  @Test
  void unfinishedRunsAreThoseInALiveStateOldestFirst() throws Exception {
    long at = 100;
    for (RunState state : RunState.values()) {
      store.accepted(Samples.run(state.name(), at--, state), Samples.PLAN, Samples.AGENT);
    }

    assertThat(store.unfinished())
        .extracting(RunSummary::id)
        .containsExactly("STOPPING", "RUNNING", "RAMPING", "PREPARING", "QUEUED");
  }

  @Test
  void anEndedRunIsUnfinishedWhileAStepWithMeasuredIntervalsHasNoResult() throws Exception {
    store.accepted(Samples.run(ID, 7, RunState.FAILED), Samples.PLAN, Samples.AGENT);
    store.stepBegan(ID, Samples.step(0), List.of("noop:"), "noop", PageCache.NONE);
    store.interval(ID, Samples.interval(1, 1));
    store.interval(ID, Samples.interval(0, 0));
    assertThat(store.unfinished()).as("nothing but the ramp-up of its step").isEmpty();

    store.interval(ID, Samples.interval(0, 1));
    assertThat(store.unfinished()).containsExactly(Samples.run(ID, 7, RunState.FAILED));

    store.stepEnded(ID, Samples.result(0));
    assertThat(store.unfinished()).isEmpty();
  }

  @Test
  void aStepThatBeganIsUnfinishedUntilItEnds() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    List<String> targets = List.of("file:/srv/b.dat", "file:/srv/a.dat");
    assertThat(store.unfinishedStep(ID)).isEmpty();

    store.stepBegan(ID, Samples.step(0), targets, "uring", PageCache.BYPASSED);
    assertThat(store.unfinishedStep(ID))
        .contains(new UnfinishedStep(Samples.step(0), targets, "uring", PageCache.BYPASSED));
    assertThat(store.result(ID).orElseThrow().steps()).isEmpty();

    store.stepEnded(ID, Samples.result(0));
    assertThat(store.unfinishedStep(ID)).isEmpty();
    assertThat(store.result(ID).orElseThrow().steps()).containsExactly(Samples.result(0));

    store.stepBegan(ID, Samples.step(1), targets, "sync", PageCache.USED);
    assertThat(store.unfinishedStep(ID))
        .contains(new UnfinishedStep(Samples.step(1), targets, "sync", PageCache.USED));
    assertThat(store.unfinishedStep("another")).isEmpty();
  }

  @Test
  void stepsComeInTheOrderOfTheirNumbers() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    for (int index : new int[] {10, 2, 0, 9}) {
      store.stepEnded(ID, Samples.result(index));
    }

    assertThat(store.result(ID).orElseThrow().steps())
        .containsExactly(
            Samples.result(0), Samples.result(2), Samples.result(9), Samples.result(10));
  }

  @Test
  void aSpecificationOfAHundredLinesComesBack() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    AccessSpecification one = Samples.mixed();
    AccessSpecification many =
        new AccessSpecification(
            "many",
            Collections.nCopies(100, one.lines().get(1)),
            Distribution.FULL_COVERAGE,
            one.range(),
            1);
    StepPlan step =
        new StepPlan(
            0, many, 1, 1, 1, Duration.ZERO, Duration.ofNanos(Long.MAX_VALUE), Duration.ZERO);

    store.stepBegan(ID, step, List.of(), "noop", PageCache.NONE);

    assertThat(store.unfinishedStep(ID)).map(UnfinishedStep::step).contains(step);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform",
        "fullCoverage",
        "zipf(1.2)",
        "pareto(0.2 clustered)",
        "normal(50% 10%)",
        "zones(80%/20% 15.5%/30% 4.5%/50%)"
      })
  void whereOperationsGoAndWhatTheyWroteComesBack(String distribution) throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    AccessSpecification one = Samples.mixed();
    AccessSpecification full =
        new AccessSpecification(
            "full",
            one.lines(),
            Distribution.parse(distribution),
            one.range(),
            3,
            new Sequence.Strided(1 << 20),
            new DataContent(33.5, 12.5, 8192));
    StepPlan step =
        new StepPlan(0, full, 1, 1, 1, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);
    StepResult sample = Samples.result(0);
    StepResult result =
        new StepResult(
            step,
            sample.targets(),
            "noop",
            PageCache.BYPASSED,
            1,
            2,
            0,
            1,
            sample.read(),
            sample.write(),
            sample.total(),
            Optional.empty(),
            sample.cpu(),
            sample.device(),
            sample.steady(),
            sample.durable(),
            sample.generator(),
            Verdict.VALID,
            List.of(),
            new DataFigures(2048, 8192, 33.25, 12.75));

    store.stepEnded(ID, result);

    assertThat(store.result(ID).orElseThrow().steps()).containsExactly(result);
  }

  @Test
  void intervalsComeInTheOrderInWhichTheyEndedAndOnlyOfTheirRun() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    store.accepted(Samples.run("another", 8), Samples.PLAN, Samples.AGENT);
    List<Interval> written = new ArrayList<>();
    for (int i = 0; i < 1_234; i++) {
      // The clock was set back in the middle: order is the order of writing.
      Interval interval = Samples.interval(i / 500, i < 600 ? i * 1_000L + 1 : i);
      store.interval(ID, interval);
      store.interval("another", Samples.interval(0, i));
      written.add(interval);
    }

    assertThat(intervals()).isEqualTo(written);
    assertThat(store.intervals(ID, 0, 2)).isEqualTo(written.subList(0, 2));
    assertThat(store.intervals(ID, 1_230, 600)).isEqualTo(written.subList(1_230, 1_234));
    assertThat(store.intervals(ID, 1_234, 600)).isEmpty();
    assertThat(store.intervals("nobody's", 0, 600)).isEmpty();
  }

  @Test
  void countersKeepAllSixtyFourBits() throws Exception {
    store.accepted(Samples.run(ID, Long.MAX_VALUE), Samples.PLAN, Samples.AGENT);
    IoFigures huge =
        new IoFigures(
            (1L << 53) + 1,
            Long.MAX_VALUE,
            (1L << 32) + 1,
            1e308,
            Double.MIN_VALUE,
            Samples.latency(Long.MAX_VALUE - 10),
            Samples.latency((1L << 53) + 1));
    Interval interval =
        new Interval(
            Integer.MAX_VALUE,
            false,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            new DirectionInterval(huge, Samples.histogram(1), Samples.histogram(2)),
            DirectionInterval.NONE,
            huge,
            new CpuFigures(0, 0, 0, 0, new HostFigures(0, 0, 0, 0, 0, 0)),
            DeviceFigures.UNKNOWN,
            List.of());

    store.interval(ID, interval);

    assertThat(intervals()).containsExactly(interval);
    assertThat(sql("SELECT read_operations, total_bytes, total_errors FROM intervals"))
        .isEqualTo("9007199254740993|9223372036854775807|4294967297");
    assertThat(store.runs(1).getFirst().startedEpochMs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nothingMeasuredIsNullInTheFileAndNeverANumber() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    LatencyFigures meanOfNothing =
        new LatencyFigures(0, 0, Double.NaN, Double.NaN, 0, 0, 0, 0, 0, 0, 0);
    IoFigures nothing =
        new IoFigures(0, 0, 0, Double.NaN, Double.POSITIVE_INFINITY, meanOfNothing, meanOfNothing);
    store.interval(
        ID,
        new Interval(
            0,
            false,
            1_000,
            0,
            new DirectionInterval(
                nothing,
                DirectionInterval.NONE.serviceHistogram(),
                DirectionInterval.NONE.responseHistogram()),
            DirectionInterval.NONE,
            nothing,
            new CpuFigures(-1, -1, -1, Double.NaN, HostFigures.UNKNOWN),
            DeviceFigures.UNKNOWN,
            List.of()));

    assertThat(intervals())
        .containsExactly(
            new Interval(
                0,
                false,
                1_000,
                0,
                DirectionInterval.NONE,
                DirectionInterval.NONE,
                IoFigures.NONE,
                CpuFigures.UNKNOWN,
                DeviceFigures.UNKNOWN,
                List.of()));
    assertThat(
            sql(
                "SELECT total_service_count, total_service_mean_ns IS NULL,"
                    + " total_service_p99_ns IS NULL, total_iops IS NULL, host_percent IS NULL,"
                    + " total_mb_per_second IS NULL FROM intervals"))
        .isEqualTo("0|1|1|1|1|1");
  }

  @Test
  void saturationReplacesWhatWasThere() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    Saturation first = new Saturation("a", 3, 1, 16, 1234.5, 5e6, true, "the rule.", "figures.");
    Saturation second = new Saturation("b", 7, 2, 8, 99.25, 6e6, false, "the rule.", "others.");

    store.saturation(ID, List.of(second));
    store.saturation(ID, List.of(first, second));

    assertThat(store.result(ID).orElseThrow().saturation()).containsExactly(first, second);
  }

  @Test
  void theJournalKeepsItsOrderAndItsTexts() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    List<Annotation> journal =
        List.of(
            new Annotation(9, "layout written; 'quotes' \"and\" ümlaut\nand a second line"),
            new Annotation(3, "clock set back"),
            new Annotation(9, ""));

    for (Annotation annotation : journal) {
      store.annotate(ID, annotation);
    }

    assertThat(store.result(ID).orElseThrow().journal()).isEqualTo(journal);
  }

  @Test
  void aVerdictWithoutReasonsAndChecksComesBack() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    StepResult sample = Samples.result(0);
    StepResult plain =
        new StepResult(
            sample.step(),
            sample.targets(),
            "noop",
            PageCache.USED,
            0,
            0,
            0,
            0,
            IoFigures.NONE,
            IoFigures.NONE,
            IoFigures.NONE,
            Optional.empty(),
            CpuFigures.UNKNOWN,
            DeviceFigures.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            GeneratorFigures.unknown("The workload has delays."),
            Verdict.VALID,
            List.of(),
            DataFigures.NONE);

    store.stepEnded(ID, plain);

    assertThat(store.result(ID).orElseThrow().steps()).containsExactly(plain);
  }

  @Test
  void anUnknownRunIsNothingToReadAndAnErrorToWrite() throws Exception {
    assertThat(store.result("nobody")).isEmpty();
    store.intervals("nobody", _ -> {});

    assertThatIOException()
        .isThrownBy(() -> store.interval("nobody", Samples.interval(0, 0)))
        .withMessageContaining("run nobody")
        .withMessageContaining("does not know that run");
    assertThatIOException()
        .isThrownBy(() -> store.changed(Samples.run("nobody", 1)))
        .withMessageContaining("does not know that run");
  }

  @Test
  void aWriteThatFailsHalfWayLeavesNothingBehind() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    sqlUpdate(
        "CREATE TRIGGER broken BEFORE INSERT ON step_self_checks BEGIN SELECT raise(ABORT, 'x'); END");
    store.stepBegan(ID, Samples.step(0), List.of("noop:"), "noop", PageCache.NONE);

    assertThatIOException().isThrownBy(() -> store.stepEnded(ID, Samples.result(0)));

    assertThat(store.unfinishedStep(ID)).isPresent();
    assertThat(store.result(ID).orElseThrow().steps()).isEmpty();
  }

  @Test
  void aConsumerMayCallTheStore() throws Exception {
    store.accepted(Samples.run(ID, 7), Samples.PLAN, Samples.AGENT);
    store.interval(ID, Samples.interval(0, 1_000));

    store.intervals(
        ID,
        interval -> {
          try {
            store.annotate(ID, new Annotation(interval.startEpochMs(), "seen"));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });

    assertThat(store.result(ID).orElseThrow().journal()).hasSize(1);
  }

  @Test
  void afterTheAgentStopsEveryCallSaysSo() {
    store.close();

    assertThatIOException().isThrownBy(() -> store.runs(1)).withMessageContaining("is closed");
  }

  private List<Interval> intervals() throws IOException {
    List<Interval> all = new ArrayList<>();
    store.intervals(ID, all::add);
    return all;
  }

  private String sql(String query) throws SQLException {
    return RawSql.query(file, query);
  }

  private void sqlUpdate(String statement) throws SQLException {
    RawSql.update(file, statement);
  }
}
