package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.target.PageCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFormatTest {
  private static final AccessSpecification LOG = AccessSpecification.of("exchange-log", 8192, 0, 0);

  @Test
  void aRunIsATableByWorkloadWithItsOptimum() {
    List<StepResult> steps =
        List.of(
            step(0, Samples.EXCHANGE, 1, 1000, 999_940, 1_500_000, 4.254),
            step(1, Samples.EXCHANGE, 16, 12_345.67, 1_296_000, 9_999_900, 3.1),
            step(2, LOG, 64, 1_234_567.8, 5_184_000, 12_000_000, 0.5));
    Saturation optimum =
        new Saturation(
            "exchange-db",
            1,
            1,
            16,
            12_345.67,
            1_296_000,
            false,
            "Beyond the optimum IOPS rise by less than 2 %.",
            "IOPS rose by 1135 % up to the last load.");
    RunResult result =
        new RunResult(
            Samples.run(RunState.COMPLETED, "", Map.of("disk", "fixed")),
            "",
            Samples.AGENT,
            steps,
            List.of(optimum),
            List.of());

    assertThat(Samples.write(new TextFormat(), result, Samples.NO_INTERVALS))
        .isEqualTo(
            """
            oltp-on-lun7                                                                                         COMPLETED
            run      20261130-184412-7f3a, started 2026-11-30 18:44:12 UTC, took 1 min 5 s
            agent    Loadstone 0.1.0 on lab1, Linux 6.1 amd64, 2 processors
            target   file:/srv/t.dat?size=1GiB
            engine   uring, direct
            labels   disk=fixed

            exchange-db: 8KiB, 60% read, 100% random
                    workers x                        response time (us)    CPU head-
             step outstanding        IOPS      MB/s      mean       p99  us/op  room errors  verdict
             -------------------------------------------------------------------------------------------------------------
                1       1 x 1     1,000.0      8.19     999.9   1,500.0   4.25  12.3      0  valid
                2      1 x 16    12,345.7    101.14   1,296.0   9,999.9   3.10  12.3      0  valid

            exchange-log: 8KiB, 100% write, sequential
                    workers x                        response time (ms)    CPU head-
             step outstanding        IOPS      MB/s      mean       p99  us/op  room errors  verdict
             -------------------------------------------------------------------------------------------------------------
                3      1 x 64 1,234,567.8 10,113.58     5.184    12.000   0.50  12.3      0  valid

            Saturation
              exchange-db: not saturated; the last load is 1 x 16 (step 2), 12,345.7 IOPS at a mean response time of
                1,296.0 us. IOPS rose by 1135 % up to the last load.
              Rule: Beyond the optimum IOPS rise by less than 2 %.
            """);
  }

  @Test
  void whateverSpeaksAgainstTheFiguresIsSaid() {
    assertThat(Samples.write(new TextFormat(), Samples.rich(), Samples.NO_INTERVALS))
        .isEqualTo(
            """
            oltp-on-lun7                                                                                            FAILED
            run      20261130-184412-7f3a, started 2026-11-30 18:44:12 UTC, took 1 min 5 s
            reason   write at 8192 on /srv/t.dat failed: EIO (5)
            agent    Loadstone 0.1.0 on lab1, Linux 6.1 amd64, 2 processors
            target   file:/srv/t.dat?size=1GiB
            engine   sync, BUFFERED; uring, direct
            labels   disk=dyn "x"
            *** BUFFERED *** The page cache was in use: these figures are of the host's memory as much as of the target.

            exchange-db: 8KiB, 60% read, 100% random
                    workers x                        response time (us)    CPU head-
             step outstanding        IOPS      MB/s      mean       p99  us/op  room errors  verdict
             -------------------------------------------------------------------------------------------------------------
                1       1 x 1     1,000.0      8.19     100.0     100.0   4.25  12.3      0  valid
                2       1 x 4         0.0      0.00         -         -      -     -      0  generator-bound BUFFERED

            Notes
              step 2, exchange-db 1 x 4: generator-bound: One core was busy to 99 %.
              step 2, exchange-db 1 x 4: self-check totals-equal-intervals failed: 0 against 1
              step 2: Head-room was not measured: The workload has delays.

            Saturation
              exchange-db: optimum at 1 x 1 (step 1), 1,000.0 IOPS at a mean response time of 100.0 us. IOPS stopped
                rising.
              Rule: the rule

            Journal
              2026-11-30T18:44:12.346Z laid out €
            """);
  }

  @Test
  void aFailedSelfCheckIsSaidOnceWithTheVerdict() {
    String text =
        Samples.write(
            new TextFormat(),
            Samples.result(
                List.of(
                    judged(
                        0,
                        "",
                        new Verdict(
                            Verdict.State.SUSPECT,
                            List.of("The self-check counts-agree failed: 0 against 1."))))),
            Samples.NO_INTERVALS);

    assertThat(text)
        .contains(
            "step 1, exchange-db 1 x 1: suspect: The self-check counts-agree failed: 0 against 1.")
        .containsOnlyOnce("counts-agree");
  }

  @Test
  void theStepsWithoutHeadroomAreNamed() {
    String delays = "The workload has delays.";
    List<StepResult> some =
        List.of(
            judged(0, delays, Verdict.VALID),
            judged(1, "Set points were changed while the step ran.", Verdict.VALID),
            judged(2, delays, Verdict.VALID));
    assertThat(Samples.write(new TextFormat(), Samples.result(some), Samples.NO_INTERVALS))
        .endsWith(
            """
              steps 1, 3: Head-room was not measured: The workload has delays.
              step 2: Head-room was not measured: Set points were changed while the step ran.
            """);

    List<StepResult> all = List.of(some.get(0), some.get(2));
    assertThat(Samples.write(new TextFormat(), Samples.result(all), Samples.NO_INTERVALS))
        .endsWith("  all steps: Head-room was not measured: The workload has delays.\n");
  }

  private static StepResult judged(int index, String noHeadroom, Verdict verdict) {
    StepResult plain = step(index, Samples.EXCHANGE, 1, 1000, 1000, 1000, 1);
    return new StepResult(
        plain.step(),
        plain.targets(),
        plain.engine(),
        plain.pageCache(),
        plain.startEpochMs(),
        plain.endEpochMs(),
        plain.rampUpSeconds(),
        plain.runSeconds(),
        plain.read(),
        plain.write(),
        plain.total(),
        plain.arrivals(),
        plain.cpu(),
        plain.device(),
        plain.steady(),
        plain.durable(),
        noHeadroom.isEmpty() ? plain.generator() : GeneratorFigures.unknown(noHeadroom),
        verdict,
        verdict.state() == Verdict.State.VALID
            ? List.of()
            : List.of(new SelfCheck("counts-agree", false, "0 against 1")),
        plain.data());
  }

  @Test
  void anOpenLoopShowsTheRateThatWasAskedForAndWhatBecameOfIt() {
    assertThat(Samples.write(new TextFormat(), Samples.openLoop(), Samples.NO_INTERVALS))
        .contains(
            """
                            workers x                        response time (us)
             step outstanding at rate        IOPS      MB/s      mean       p99 errors  verdict
            """,
            "    1    4 x 32 at 5000/s",
            """
            Notes
              step 1, exchange-db 4 x 32 at 5000/s: 15,000 arrivals, 3,000 started, 2,900 more than 1 ms late (7 by the
                generator), backlog 12,001, skipped 12,001
            """);
  }

  @Test
  void aRunWithoutStepsSaysSo() {
    assertThat(
            Samples.write(
                new TextFormat(),
                Samples.result(Samples.run(RunState.RUNNING, "", Map.of()), List.of()),
                Samples.NO_INTERVALS))
        .contains("started 2026-11-30 18:44:12 UTC, goes on\n")
        .endsWith("\nNo step has ended yet.\n");
    assertThat(Samples.write(new TextFormat(), Samples.result(List.of()), Samples.NO_INTERVALS))
        .endsWith("\nNo step was measured.\n");
  }

  @Test
  void namesCannotDriveATerminalOrBreakTheTable() {
    AccessSpecification evil = AccessSpecification.of("\u001b[2Jred\nline\u202e", 512, 100, 0);
    RunSummary run =
        new RunSummary("id", "a\u001b]0;title\u0007", RunState.FAILED, "b\rc", 0, 1, Map.of());
    String text =
        Samples.write(
            new TextFormat(),
            Samples.result(run, List.of(step(0, evil, 1, 1, 1, 1, 1))),
            Samples.NO_INTERVALS);

    assertThat(text).contains("?[2Jred?line?: 512, 100% read, sequential\n").contains("b?c");
    assertThat(text.chars()).allMatch(c -> c == '\n' || !Character.isISOControl(c));
  }

  @Test
  void everyLineFitsAndDecimalPointsStandBelowEachOther() {
    Random random = new Random(3);
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double ns = Math.exp(5 + random.nextDouble() * 20);
      steps.add(
          step(
              i,
              Samples.EXCHANGE,
              1 + random.nextInt(999),
              Math.exp(random.nextDouble() * 16),
              ns,
              (long) (ns * 2),
              random.nextDouble() * 100));
    }
    List<String> rows =
        Samples.write(new TextFormat(), Samples.result(steps), Samples.NO_INTERVALS)
            .lines()
            .toList();

    assertThat(rows).allMatch(line -> line.length() <= TextFormat.WIDTH);
    List<Integer> points = points(rows.get(rows.size() - 1));
    assertThat(points).hasSize(6);
    assertThat(rows.subList(rows.size() - 200, rows.size()))
        .allSatisfy(row -> assertThat(points(row)).isEqualTo(points));
  }

  @Test
  void repeatedStepsShowTheirPass() {
    StepResult first = step(0, Samples.EXCHANGE, 1, 1000, 1000, 1000, 1);
    StepPlan again =
        new StepPlan(
            1, Samples.EXCHANGE, 1, 1, 2, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);
    List<String> lines =
        Samples.write(
                new TextFormat(),
                Samples.result(
                    List.of(
                        first,
                        Samples.step(again, first.read(), IoFigures.NONE),
                        Samples.rich().steps().get(1))),
                Samples.NO_INTERVALS)
            .lines()
            .toList();

    assertThat(lines).anyMatch(line -> line.startsWith(" step outstanding pass "));
    assertThat(lines).anyMatch(line -> line.startsWith("    2       1 x 1    2 "));
    assertThat(lines).allMatch(line -> line.length() <= TextFormat.WIDTH);
  }

  @Test
  void longRunsKeepTheirLength() {
    long ms = Duration.ofDays(50).plusMinutes(7).toMillis();
    RunSummary run =
        new RunSummary(
            "id", "soak", RunState.STOPPED, "", Samples.START, Samples.START + ms, Map.of());

    assertThat(
            Samples.write(new TextFormat(), Samples.result(run, List.of()), Samples.NO_INTERVALS))
        .contains(", took 1200 h 7 min\n");
  }

  @Test
  void theOptimumIsInTheUnitOfItsTable() {
    Saturation sweep =
        new Saturation("exchange-db", 0, 1, 64, 1000, 5_184_000, true, "the rule", "So it is.");
    RunResult result =
        new RunResult(
            Samples.run(RunState.COMPLETED, "", Map.of()),
            "",
            Samples.AGENT,
            List.of(step(0, Samples.EXCHANGE, 64, 1000, 5_184_000, 12_000_000, 0.5)),
            List.of(sweep),
            List.of());

    assertThat(Samples.write(new TextFormat(), result, Samples.NO_INTERVALS))
        .contains("time (ms)")
        .contains("1,000.0 IOPS at a mean response time of 5.184 ms. So it is.");
  }

  @Test
  void headRoomOfThousandsIsOnlySaidToBeSo() {
    assertThat(rowWithHeadroom(999.9)).contains(" 999.9 ");
    assertThat(rowWithHeadroom(1234.5)).contains("  >999 ");
    assertThat(rowWithHeadroom(1)).contains("   1.0 ");
    assertThat(rowWithHeadroom(-1)).contains("     - ");
  }

  private static String rowWithHeadroom(double ratio) {
    StepResult step =
        step(
            "file:/srv/t.dat",
            "uring",
            PageCache.BYPASSED,
            new GeneratorFigures(new Headroom(1000 * ratio, ratio, ""), 0, 0, 0, 0, 0));
    return Samples.write(new TextFormat(), Samples.result(List.of(step)), Samples.NO_INTERVALS)
        .lines()
        .reduce((before, line) -> line)
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "file:/srv/t.dat, uring, BYPASSED, 'uring, direct'",
    "block:serial=X, uring, BYPASSED, 'uring, direct'",
    "file:/srv/t.dat, sync, USED, 'sync, BUFFERED'",
    "sim:array?spindles=16, sim, NONE, sim",
    "nbd://lab/x, nbd, NONE, nbd",
    "noop:, noop, NONE, noop"
  })
  void directIsSaidOnlyOfWhatThePageCacheLiesBefore(
      String target, String engine, PageCache cache, String said) {
    StepResult step = step(target, engine, cache, Samples.GENERATOR);
    assertThat(Samples.write(new TextFormat(), Samples.result(List.of(step)), Samples.NO_INTERVALS))
        .contains("\nengine   " + said + "\n");
  }

  private static StepResult step(
      String target, String engine, PageCache cache, GeneratorFigures generator) {
    StepResult plain = step(0, Samples.EXCHANGE, 1, 1000, 1, 1, 4);
    return new StepResult(
        plain.step(),
        List.of(target),
        engine,
        cache,
        plain.startEpochMs(),
        plain.endEpochMs(),
        plain.rampUpSeconds(),
        plain.runSeconds(),
        plain.read(),
        plain.write(),
        plain.total(),
        Optional.empty(),
        plain.cpu(),
        DeviceFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        generator,
        plain.verdict(),
        plain.selfChecks(),
        DataFigures.NONE);
  }

  private static List<Integer> points(String row) {
    List<Integer> points = new ArrayList<>();
    for (int at = row.indexOf('.'); at >= 0; at = row.indexOf('.', at + 1)) {
      points.add(at);
    }
    return points;
  }

  @Test
  void whereOperationsGoAndWhatWasWrittenIsSaidIfItIsNotAsByDefault() throws Exception {
    AccessSpecification workload =
        new AccessSpecification(
            "hot",
            List.of(AccessLine.of(8192, 0, 100)),
            Distribution.parse("zipf(1.2)"),
            AddressRange.WHOLE,
            1,
            Sequence.BACKWARD,
            new DataContent(50, 40, 4096));
    DataFigures data = new DataFigures(2048, 4096, 50.04, 39.96);
    String text =
        Samples.write(
            new TextFormat(),
            Samples.result(List.of(written(0, workload, data), written(1, Samples.EXCHANGE, data))),
            Samples.NO_INTERVALS);

    assertThat(text)
        .contains(
            "hot: 8KiB, 100% write, 100% random; zipf(1.2); backward; data 50% compressible, 40%"
                + " duplicate by 4KiB")
        .contains("Written data")
        .containsOnlyOnce("zlib shrinks it by");
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "step 1, hot: zlib shrinks it by 50.0 %, 40.0 % are duplicates (a sample of 2,048 units"
                + " of 4KiB)");
  }

  private static StepResult written(int index, AccessSpecification workload, DataFigures data) {
    return Samples.step(
        Samples.plan(index, workload, 1, 1), IoFigures.NONE, Samples.reads(9, 8192, 1000), data);
  }

  private static StepResult step(
      int index,
      AccessSpecification workload,
      int outstanding,
      double iops,
      double meanNs,
      long p99Ns,
      double cpuUs) {
    LatencyFigures latency =
        new LatencyFigures(9, 1, meanNs, 1, 1, 1, 1, p99Ns, p99Ns, p99Ns, p99Ns);
    IoFigures figures = new IoFigures(9, 9, 0, iops, iops * 8192 / 1e6, latency, latency);
    return new StepResult(
        Samples.plan(index, workload, 1, outstanding),
        List.of("file:/srv/t.dat?size=1GiB"),
        "uring",
        PageCache.BYPASSED,
        Samples.START,
        Samples.START,
        1,
        1,
        figures,
        IoFigures.NONE,
        figures,
        Optional.empty(),
        new CpuFigures(1, 1, 0, cpuUs, HostFigures.UNKNOWN),
        DeviceFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        Samples.GENERATOR,
        Verdict.VALID,
        List.of(new SelfCheck("totals-equal-intervals", true, "")),
        DataFigures.NONE);
  }
}
