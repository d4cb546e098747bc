package io.loadstone.store.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.AgentInfo;
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
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.SteadyPart;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.target.PageCache;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records in which every value differs from every other, so that a swapped column shows. */
final class Samples {
  static final AgentInfo AGENT =
      new AgentInfo(
          "0.1.0", "lab7", "Linux 6.1 amd64", 2, 1L << 53 | 1, "OpenJDK 25", "tsc, 21 ns");

  static final String PLAN = "name: über\ntargets: [ \"file:t.dat?size=1GiB\" ]\n";

  private Samples() {}

  static RunSummary run(String id, long startedEpochMs) {
    return run(id, startedEpochMs, RunState.QUEUED);
  }

  static RunSummary run(String id, long startedEpochMs, RunState state) {
    return new RunSummary(
        id,
        "oltp \"lun7\"",
        state,
        state.ended() ? "somebody stopped it" : "",
        startedEpochMs,
        state.ended() ? startedEpochMs + 5 : 0,
        Map.of("protocol", "nfs", "spindles", "16"));
  }

  static AccessSpecification mixed() {
    return new AccessSpecification(
        "mixed; 'quoted'",
        List.of(
            new AccessLine(8192, 70, 60, 100, 1, Duration.ZERO, 8192),
            new AccessLine(65536, 29.9, 100, 0, 7, Duration.ofNanos(1_000_001), 4096),
            new AccessLine(1 << 30, 0.1, 33.3, 12.5, 2, Duration.ofMillis(3), 1)),
        Distribution.UNIFORM,
        new AddressRange(
            new AddressRange.Bound(AddressRange.Unit.PERCENT, 12.5),
            new AddressRange.Bound(AddressRange.Unit.BYTES, 1e15)),
        4);
  }

  static StepPlan step(int index) {
    return new StepPlan(
        index,
        mixed(),
        160,
        4,
        Optional.of(new OpenLoop(Rate.ofBytes(2.5e8), Arrivals.bursts(64))),
        2,
        Duration.ofSeconds(3),
        Duration.ofSeconds(30),
        Duration.ofMillis(1500));
  }

  /** Figures of one direction, made of {@code base} and counted on. */
  static IoFigures figures(long base) {
    return new IoFigures(
        base, base + 1, base + 2, base + 3.5, base + 4.25, latency(base + 10), latency(base + 30));
  }

  static LatencyFigures latency(long base) {
    return new LatencyFigures(
        base,
        base + 1,
        base + 2.5,
        base + 3.75,
        base + 4,
        base + 5,
        base + 6,
        base + 7,
        base + 8,
        base + 9,
        base + 10);
  }

  static Interval interval(int step, long startEpochMs) {
    return new Interval(
        step,
        startEpochMs % 2 == 0,
        startEpochMs,
        1_000_000_123L,
        new DirectionInterval(figures(1_000), histogram(1), histogram(2)),
        new DirectionInterval(figures(2_000), histogram(3), histogram(4)),
        figures(3_000),
        Optional.of(new ArrivalFigures(5_000, 4_990, 17, 3, 11, 0)),
        new CpuFigures(
            123.5, 61.75, 0.5, 3.25, new HostFigures(40.5, 15.25, 5.5, 1.5, 12_345.5, 2_345.5)),
        new DeviceFigures(11, 12, (1L << 53) + 1, 14, 15.5, 16.25),
        List.of("loop 1 stalled 20 ms", "read: EIO (5) x 3"));
  }

  static EncodedHistogram histogram(int seed) {
    byte[] bytes = new byte[40];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 37 + seed);
    }
    return new EncodedHistogram(bytes);
  }

  static StepResult result(int index) {
    return new StepResult(
        step(index),
        List.of("file:/srv/t.dat?size=4GiB", "file:/srv/u.dat"),
        "uring",
        PageCache.BYPASSED,
        1_790_000_003_000L,
        1_790_000_033_000L,
        3.001,
        30.002,
        figures(10_000),
        figures(20_000),
        figures(30_000),
        Optional.of(new ArrivalFigures(150_000, 149_000, 170, 30, 1_000, 1_000)),
        new CpuFigures(99.5, 50.25, 1.5, 2.75, new HostFigures(30, 15, 3.75, 7, 8, 9.5)),
        new DeviceFigures(21, 22, 23, Long.MAX_VALUE, 25.5, 26.25),
        Optional.of(new SteadyPart(1_790_000_013_000L, 20.001, 4, 31.5, 32.25)),
        Optional.of(new DurableWrites(2.5, 33.75)),
        new GeneratorFigures(
            new Headroom(3_000_000.5, 12.25, ""), 7_000_000, 42, 34_000_001, 51_000_002, 6.25),
        new Verdict(Verdict.State.SUSPECT, List.of("steal of 1.5 %", "buffered")),
        List.of(
            new SelfCheck("totals-equal-intervals", true, "1000 = 1000"),
            new SelfCheck("clock", false, "drift of 3 ms")),
        DataFigures.NONE);
  }
}
