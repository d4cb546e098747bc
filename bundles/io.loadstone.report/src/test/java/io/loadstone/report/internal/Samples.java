package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.ResultFormat.Intervals;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.SteadyPart;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Small results with figures that can be worked out by hand. */
final class Samples {
  static final long START = Instant.parse("2026-11-30T18:44:12.345Z").toEpochMilli();
  static final AgentInfo AGENT =
      new AgentInfo("0.1.0", "lab1", "Linux 6.1 amd64", 2, -1, "Temurin 25", "tsc, 25 ns");
  static final CpuFigures CPU =
      new CpuFigures(50, 25.5, 0, 4.25, new HostFigures(15, 8.5, 2, 6.25, 4_321.5, 987.25));
  static final GeneratorFigures GENERATOR =
      new GeneratorFigures(
          new Headroom(12_345_678, 12.345, ""), 3_000_000, 7, 1_500_000, 250_000, 1.25);
  static final CpuFigures CPU_UNKNOWN = CpuFigures.UNKNOWN;
  static final DeviceFigures DEVICE = new DeviceFigures(700, 8_192_000, 3, 12_288, 3.75, 99.5);
  static final AccessSpecification EXCHANGE = AccessSpecification.of("exchange-db", 8192, 60, 100);
  static final Intervals NO_INTERVALS = each -> {};

  private Samples() {}

  static RunSummary run(RunState state, String reason, Map<String, String> labels) {
    return new RunSummary(
        "20261130-184412-7f3a",
        "oltp-on-lun7",
        state,
        reason,
        START,
        state.ended() ? START + 64_500 : 0,
        labels);
  }

  static RunResult result(List<StepResult> steps) {
    return result(run(RunState.COMPLETED, "", Map.of()), steps);
  }

  static RunResult result(RunSummary run, List<StepResult> steps) {
    return new RunResult(run, "name: oltp-on-lun7\n", AGENT, steps, List.of(), List.of());
  }

  static RunResult rich() {
    return new RunResult(
        run(
            RunState.FAILED,
            "write at 8192 on /srv/t.dat failed: EIO (5)",
            Map.of("disk", "dyn \"x\"")),
        "name: oltp-on-lun7\ntargets: [ \"file:/srv/t.dat\" ]\n",
        AGENT,
        List.of(
            step(plan(0, EXCHANGE, 1, 1), reads(1000, 8192, 100_000), IoFigures.NONE),
            new StepResult(
                plan(1, EXCHANGE, 1, 4),
                List.of("file:/srv/t.dat?size=1GiB"),
                "sync",
                PageCache.USED,
                START + 5000,
                START + 8000,
                1.001,
                3.0002,
                IoFigures.NONE,
                IoFigures.NONE,
                IoFigures.NONE,
                Optional.empty(),
                CPU_UNKNOWN,
                DeviceFigures.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                GeneratorFigures.unknown("The workload has delays."),
                new Verdict(Verdict.State.GENERATOR_BOUND, List.of("One core was busy to 99 %.")),
                List.of(new SelfCheck("totals-equal-intervals", false, "0 against 1")),
                DataFigures.NONE)),
        List.of(
            new Saturation(
                "exchange-db", 0, 1, 1, 1000, 100_000, true, "the rule", "IOPS stopped rising.")),
        List.of(new Annotation(START + 1, "laid out \u20ac")));
  }

  static StepPlan plan(int index, AccessSpecification workload, int workers, int outstanding) {
    return new StepPlan(
        index,
        workload,
        workers,
        outstanding,
        1,
        Duration.ofSeconds(1),
        Duration.ofSeconds(3),
        Duration.ZERO);
  }

  /** A run of one step that was asked for 5,000 reads a second and carried 1,000. */
  static RunResult openLoop() {
    IoFigures figures = reads(3000, 8192, 100_000);
    return new RunResult(
        run(RunState.COMPLETED, "", Map.of()),
        "name: open",
        AGENT,
        List.of(
            new StepResult(
                new StepPlan(
                    0,
                    EXCHANGE,
                    4,
                    32,
                    Optional.of(new OpenLoop(Rate.ofOperations(5000), Arrivals.POISSON)),
                    1,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(3),
                    Duration.ZERO),
                List.of("file:/srv/t.dat?size=1GiB"),
                "uring",
                PageCache.BYPASSED,
                START + 1000,
                START + 4000,
                1.0,
                3.0,
                figures,
                IoFigures.NONE,
                figures,
                Optional.of(new ArrivalFigures(15_000, 3000, 2900, 7, 12_001, 12_001)),
                CPU,
                DEVICE,
                Optional.empty(),
                Optional.empty(),
                GENERATOR,
                Verdict.VALID,
                List.of(),
                DataFigures.NONE)),
        List.of(),
        List.of());
  }

  static StepResult step(StepPlan plan, IoFigures read, IoFigures write) {
    return step(plan, read, write, DataFigures.NONE);
  }

  static StepResult step(StepPlan plan, IoFigures read, IoFigures write, DataFigures data) {
    return new StepResult(
        plan,
        List.of("file:/srv/t.dat?size=1GiB"),
        "uring",
        PageCache.BYPASSED,
        START + 1000,
        START + 4000,
        1.0,
        3.0,
        read,
        write,
        read.operations() > 0 ? read : write,
        Optional.empty(),
        CPU,
        DEVICE,
        Optional.of(new SteadyPart(START + 2000, 2, 1, 900.5, 7.25)),
        Optional.of(new DurableWrites(0.75, 6.5)),
        GENERATOR,
        Verdict.VALID,
        List.of(new SelfCheck("totals-equal-intervals", true, "1000 operations in both")),
        data);
  }

  /** Operations that all took the same time, within one second. */
  static IoFigures reads(long operations, int sizeBytes, long latencyNs) {
    return figures(operations, sizeBytes, (double) operations, latencyNs);
  }

  static IoFigures figures(long operations, long sizeBytes, double iops, long latencyNs) {
    LatencyFigures latency =
        new LatencyFigures(
            operations,
            latencyNs,
            latencyNs,
            0,
            latencyNs,
            latencyNs,
            latencyNs,
            latencyNs,
            latencyNs,
            latencyNs,
            latencyNs);
    return new IoFigures(
        operations, operations * sizeBytes, 0, iops, iops * sizeBytes / 1e6, latency, latency);
  }

  static LatencyFigures latency(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? LatencyFigures.NONE
        : new LatencyFigures(
            histogram.getTotalCount(),
            histogram.getMinValue(),
            histogram.getMean(),
            histogram.getStdDeviation(),
            histogram.getValueAtPercentile(50),
            histogram.getValueAtPercentile(90),
            histogram.getValueAtPercentile(95),
            histogram.getValueAtPercentile(99),
            histogram.getValueAtPercentile(99.9),
            histogram.getValueAtPercentile(99.99),
            histogram.getMaxValue());
  }

  static EncodedHistogram encode(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return EncodedHistogram.EMPTY;
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return new EncodedHistogram(Arrays.copyOf(buffer.array(), length));
  }

  static DirectionInterval direction(Histogram service, Histogram response) {
    long operations = service.getTotalCount();
    return new DirectionInterval(
        new IoFigures(
            operations,
            operations * 8192,
            0,
            operations,
            operations * 8192 / 1e6,
            latency(service),
            latency(response)),
        encode(service),
        encode(response));
  }

  static Interval interval(int step, boolean rampUp, long startMs, DirectionInterval read) {
    return new Interval(
        step,
        rampUp,
        startMs,
        1_000_000_000,
        read,
        DirectionInterval.NONE,
        read.figures(),
        CPU,
        DEVICE,
        List.of());
  }

  static String write(ResultFormat format, RunResult result, Intervals intervals) {
    StringBuilder text = new StringBuilder();
    try {
      format.write(result, intervals, text);
    } catch (IOException e) {
      throw new AssertionError("a string builder does not fail", e);
    }
    return text.toString();
  }
}
