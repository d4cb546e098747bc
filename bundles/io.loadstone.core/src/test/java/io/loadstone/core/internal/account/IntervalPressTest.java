package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.ResultStore.UnfinishedStep;
import io.loadstone.api.target.PageCache;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class IntervalPressTest {
  private static final long SECOND = 1_000_000_000L;

  private final Recorder recorder = new Recorder(true, true, false);
  private final List<Interval> intervals = new ArrayList<>();

  private void completes(boolean read, long latencyNs, int operations) {
    long entered = recorder.enter();
    for (int i = 0; i < operations; i++) {
      recorder.buffer().completed(read, latencyNs, latencyNs + i, 4096);
    }
    recorder.exit(entered);
  }

  /** Cuts seconds; before each cut, {@code load} runs. Every slice is given back. */
  private void cut(int seconds, Runnable load) {
    cut(seconds, press -> {}, load);
  }

  private void cut(int seconds, Consumer<IntervalPress> pressed, Runnable load) {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, seconds * SECOND);
    IntervalPress press = new IntervalPress(0);
    AtomicLong now = new AtomicLong();
    IntervalClock[] clock = new IntervalClock[1];
    clock[0] =
        new IntervalClock(
            time,
            List.of(recorder),
            new HostMeter(new CpuMeter(() -> LoopTime.UNKNOWN), DeviceMeter.NONE),
            null,
            () -> now.getAndAdd(SECOND / 4),
            slice -> {
              press
                  .press(slice, List.of())
                  .ifPresent(
                      interval -> {
                        intervals.add(interval);
                        pressed.accept(press);
                      });
              clock[0].giveBack(slice);
              load.run();
            },
            () -> {});
    clock[0].run();
  }

  /** B081: reads and writes of one second have one time stamp, whichever came when. */
  @Test
  void anIntervalHoldsNothingOfTheOneBefore() {
    List<Runnable> loads = new ArrayList<>();
    loads.add(() -> completes(true, 9_000_000, 50));
    loads.add(() -> completes(false, 1_000, 7));
    loads.add(() -> {});
    loads.add(() -> completes(true, 2_000, 1));
    loads.add(() -> {});
    cut(4, () -> loads.removeFirst().run());

    List<Interval> cut = List.copyOf(intervals);
    assertThat(cut).extracting(i -> i.total().operations()).containsExactly(50L, 7L, 0L, 1L);
    assertThat(cut)
        .extracting(i -> i.read().figures().operations())
        .containsExactly(50L, 0L, 0L, 1L);
    LatencyFigures second = cut.get(1).write().figures().serviceTime();
    assertThat(second.minNs()).isEqualTo(1_000);
    assertThat(second.maxNs()).isEqualTo(1_000);
    assertThat(cut.get(1).total().serviceTime()).isEqualTo(second);
    assertThat(LatencySum.decode(cut.get(3).read().serviceHistogram()).getTotalCount()).isOne();
    assertThat(cut.get(3).read().figures().responseTime().maxNs()).isEqualTo(2_000);
  }

  @Test
  void aStepSumsUpToTheSameWhetherItsIntervalsAreReadBackOrNot() {
    StepSum live = new StepSum();
    AtomicLong latency = new AtomicLong(700);
    cut(
        5,
        press -> live.add(intervals.getLast(), press),
        () -> {
          completes(true, latency.getAndAdd(3_333_333), 100);
          completes(false, latency.get() / 7, 30);
        });
    StepSum readBack = new StepSum();
    intervals.forEach(readBack::add);

    IoFigures total = total(live);
    assertThat(total.operations()).isEqualTo(5 * 130);
    assertThat(total)
        .usingRecursiveComparison()
        .withEqualsForFields(
            (Double a, Double b) -> Math.abs(a - b) <= 1e-9 * a,
            "serviceTime.meanNs",
            "responseTime.meanNs")
        .isEqualTo(total(readBack));
  }

  private static IoFigures total(StepSum sum) {
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 60, 100),
            1,
            1,
            1,
            Duration.ZERO,
            Duration.ofSeconds(5),
            Duration.ZERO);
    return sum.result(
            new UnfinishedStep(step, List.of(), "e", PageCache.BYPASSED),
            GeneratorFigures.unknown("Nothing was driven."),
            DataFigures.NONE,
            (all, cpu, checks) -> Verdict.VALID)
        .total();
  }

  @Test
  void cuttingAndPressingMakesNoGarbageOfTheSizeOfAHistogram() {
    cut(20, () -> completes(true, 5_000, 100));
    intervals.clear();
    long before = allocated();
    cut(20, () -> completes(true, 5_000, 100));
    long once = allocated() - before;
    intervals.clear();
    before = allocated();
    cut(120, () -> completes(true, 5_000, 100));
    long bytesEach = (allocated() - before - once) / 100;

    // A histogram has 34,816 counters of 8 bytes; an interval's encodings and figures are small.
    assertThat(bytesEach).isLessThan(100_000);
  }

  private static Slice slice(boolean rampUp, long lengthNs, CpuMeter.Reading reading) {
    HostMeter.Reading host = new HostMeter.Reading(reading, DeviceMeter.Reading.UNKNOWN);
    return new Slice(rampUp, 0, lengthNs, Recorder.Buffer.NONE, host, null, false, 0, false);
  }

  private static CpuMeter.Reading reading(long collectionMs, long safepoints, long safepointMs) {
    return new CpuMeter.Reading(
        1,
        HostCounters.UNKNOWN,
        new LoopTime(1, 0),
        collectionMs,
        new SafepointCounters.Reading(safepoints, safepointMs * 1_000_000));
  }

  @Test
  void pausesOfTheMeasuredTimeAreCollectionsAndTheRest() {
    IntervalPress press = new IntervalPress(0);
    press.press(slice(true, 0, reading(100, 50, 200)), List.of());
    // Ramp-up: 300 ms of pauses that count for nothing but are said.
    Interval ramp =
        press.press(slice(true, SECOND, reading(100, 60, 500)), List.of()).orElseThrow();
    Interval first =
        press.press(slice(false, SECOND, reading(104, 63, 509)), List.of()).orElseThrow();
    Interval second =
        press.press(slice(false, SECOND, reading(106, 70, 531)), List.of()).orElseThrow();

    assertThat(press.generator(Headroom.none("x"), 7))
        .isEqualTo(new GeneratorFigures(Headroom.none("x"), 6_000_000, 10, 25_000_000, 7, 0));
    String noted = "stopped all threads for %s ms beyond its collections";
    assertThat(ramp.notes()).anyMatch(note -> note.contains(noted.formatted("300")));
    assertThat(first.notes()).noneMatch(note -> note.contains("stopped all threads"));
    assertThat(second.notes()).anyMatch(note -> note.contains(noted.formatted("20")));
  }

  @Test
  void waitsOfTheLoopsAreThoseOfTheMeasuredTime() {
    IntervalPress press = new IntervalPress(0);
    press.press(slice(true, 0, waited(100)), List.of());
    press.press(slice(true, SECOND, waited(700)), List.of());
    press.press(slice(false, SECOND, waited(730)), List.of());
    press.press(slice(false, SECOND, waited(750)), List.of());

    // 50 ms of 2 s.
    assertThat(press.generator(Headroom.none("x"), 7).loopWaitPercent()).isEqualTo(2.5);
  }

  private static CpuMeter.Reading waited(long ms) {
    return new CpuMeter.Reading(
        1,
        HostCounters.UNKNOWN,
        new LoopTime(1, ms * 1_000_000),
        0,
        SafepointCounters.Reading.UNKNOWN);
  }

  @Test
  void pausesThatCannotBeReadAreUnknownAndNotNone() {
    IntervalPress press = new IntervalPress(0);
    CpuMeter.Reading unknown = CpuMeter.Reading.UNKNOWN;
    press.press(slice(false, 0, unknown), List.of());
    press.press(slice(false, SECOND, unknown), List.of());

    assertThat(press.generator(Headroom.none("x"), 7))
        .isEqualTo(new GeneratorFigures(Headroom.none("x"), -1, -1, -1, 7, -1));
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }
}
