package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Long.MAX_VALUE - 2 * SECOND, Long.MIN_VALUE, -5})
  void theRampUpEndsOnAWholeSecondWhateverTheMonotonicClockSays(long nowNs) {
    TimeLine time = TimeLine.from(1_700_000_000_250L, nowNs, 3 * SECOND, 2 * SECOND);

    assertThat(time.epochMs(time.measureNs()) % 1000).isZero();
    assertThat(time.startNs() - nowNs).isEqualTo(750_000_000L);
    assertThat(time.measureNs() - time.startNs()).isEqualTo(3 * SECOND);
    assertThat(time.endNs() - time.measureNs()).isEqualTo(2 * SECOND);
  }

  @Test
  void aFractionalRampUpBeginsSoThatItEndsOnAWholeSecond() {
    TimeLine time = TimeLine.from(1_700_000_000_000L, 0, SECOND * 5 / 2, SECOND);
    assertThat(time.startNs()).isEqualTo(SECOND / 2);
    assertThat(time.boundaryAfter(time.startNs())).isEqualTo(SECOND);
    assertThat(time.boundaryAfter(SECOND)).isEqualTo(2 * SECOND);
  }

  @ParameterizedTest
  // B069: 24.8 days and 49.7 days of milliseconds overflow 32 bits, 292 years of nanoseconds 64.
  @ValueSource(longs = {1_501, 25L * 86_400, 50L * 86_400, 250L * 365 * 86_400, 9_223_372_036L})
  void longRunsDoNotOverflow(long seconds) {
    TimeLine time = TimeLine.from(1_700_000_000_000L, 0, 0, seconds * SECOND);
    long last = (seconds - 1) * SECOND;
    assertThat(time.boundaryAfter(last)).isEqualTo(time.endNs());
    assertThat(time.epochMs(last)).isEqualTo(1_700_000_000_000L + (seconds - 1) * 1000);
  }

  private static List<Interval> cut(TimeLine time, Recorder recorder, LongSupplier clock) {
    IntervalPress press = new IntervalPress(0);
    List<Interval> intervals = new ArrayList<>();
    AtomicBoolean ended = new AtomicBoolean();
    IntervalClock[] cuts = new IntervalClock[1];
    cuts[0] =
        new IntervalClock(
            time,
            List.of(recorder),
            new HostMeter(new CpuMeter(() -> LoopTime.UNKNOWN), DeviceMeter.NONE),
            null,
            clock,
            slice -> {
              press.press(slice, List.of()).ifPresent(intervals::add);
              cuts[0].giveBack(slice);
            },
            () -> ended.set(true));
    cuts[0].run();
    assertThat(ended).isTrue();
    return intervals;
  }

  private static void completes(Recorder recorder, int operations) {
    long entered = recorder.enter();
    for (int i = 0; i < operations; i++) {
      recorder.buffer().completed(true, 1000, 1000, 4096);
    }
    recorder.exit(entered);
  }

  /** B201: no gap in the series, and no second that is not its own. */
  @Test
  void secondsInWhichTheGeneratorWasFrozenHaveRowsOfNothing() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 6 * SECOND);
    Recorder recorder = new Recorder(true, false, false);
    AtomicLong now = new AtomicLong();
    AtomicBoolean froze = new AtomicBoolean();
    // Each look at the clock is a quarter of a second later; at 1.75 s the process stands still
    // until 4.5 s.
    LongSupplier clock =
        () -> {
          long read = now.getAndAdd(SECOND / 4);
          if (read == SECOND * 7 / 4 && froze.compareAndSet(false, true)) {
            now.set(SECOND * 9 / 2);
            read = now.get();
          }
          completes(recorder, 10);
          return read;
        };

    List<Interval> intervals = cut(time, recorder, clock);

    assertThat(intervals)
        .extracting(Interval::startEpochMs)
        .containsExactly(
            1_700_000_000_000L,
            1_700_000_001_000L,
            1_700_000_002_000L,
            1_700_000_003_000L,
            1_700_000_004_000L,
            1_700_000_005_000L);
    assertThat(intervals.get(1).notes()).anyMatch(n -> n.contains("held up for"));
    assertThat(intervals.get(1).total().operations()).isPositive();
    assertThat(intervals.get(1).notes()).noneMatch(n -> n.contains("no operation"));
    assertThat(intervals.get(2).notes()).anyMatch(n -> n.contains("no operation"));
    assertThat(intervals.get(2).total().operations()).isZero();
    assertThat(intervals.get(3).total().operations()).isZero();
    assertThat(intervals.stream().mapToLong(Interval::lengthNs).sum())
        .isBetween(6 * SECOND, 7 * SECOND);
    StepSum sum = new StepSum();
    intervals.forEach(sum::add);
    assertThat(sum.measuredNs()).isBetween(6 * SECOND, 7 * SECOND);
  }

  @Test
  void whatLoopsDidWhileOnlyTheClockWasHeldUpIsInAnIntervalOfThatLength() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 5 * SECOND);
    Recorder recorder = new Recorder(true, false, false);
    AtomicLong now = new AtomicLong();
    // A loop that completes 10 operations each quarter of a second all the time, and a clock thread
    // that does not get a processor from 1.5 s to 3.25 s.
    LongSupplier clock =
        () -> {
          long until = now.get() == SECOND * 3 / 2 ? SECOND * 13 / 4 : now.get() + SECOND / 4;
          while (now.get() < until) {
            long entered = recorder.enter();
            recorder.buffer().batchAt(now.get());
            recorder.exit(entered);
            // Loops record nothing beyond the end.
            completes(recorder, now.get() < time.endNs() ? 10 : 0);
            now.addAndGet(SECOND / 4);
          }
          return now.get();
        };

    List<Interval> intervals = cut(time, recorder, clock);

    assertThat(intervals)
        .allSatisfy(i -> assertThat(i.total().iops()).isCloseTo(40, Percentage.withPercentage(1)));
    assertThat(intervals)
        .filteredOn(i -> i.notes().stream().anyMatch(n -> n.contains("this interval is longer")))
        .singleElement()
        .satisfies(i -> assertThat(i.lengthNs()).isGreaterThan(2 * SECOND));
    assertThat(intervals.stream().mapToLong(Interval::lengthNs).sum()).isEqualTo(5 * SECOND);
    assertThat(intervals.stream().mapToLong(i -> i.total().operations()).sum()).isEqualTo(5 * 40);
  }

  @Test
  void aClockThatLosesItsProcessorInTheMiddleOfACutMovesNoWork() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 4 * SECOND);
    Recorder recorder = new Recorder(true, false, false);
    AtomicLong now = new AtomicLong();
    AtomicLong looks = new AtomicLong();
    // A loop that completes an operation each millisecond; each look at the clock takes 250 ms,
    // the one after the first cut 400 ms.
    LongSupplier clock =
        () -> {
          boolean cut = now.get() >= SECOND && looks.incrementAndGet() == 2;
          long until = now.get() + (cut ? 400 : 250) * (SECOND / 1000);
          while (now.get() < until) {
            now.addAndGet(SECOND / 1000);
            long entered = recorder.enter();
            recorder.buffer().batchAt(now.get());
            recorder.exit(entered);
            completes(recorder, now.get() <= time.endNs() ? 1 : 0);
          }
          return now.get();
        };

    assertThat(cut(time, recorder, clock))
        .hasSize(4)
        .allSatisfy(
            i -> assertThat(i.total().iops()).isCloseTo(1000, Percentage.withPercentage(0.5)));
  }

  @Test
  void aWriterThatComesLateMakesNoQuietTimeOfOthersWork() {
    Recorder recorder = new Recorder(true, false, true);
    recorder.swap();
    recorder.longestQuietNs(0);
    for (long ns = 0; ns < 3 * SECOND; ns += SECOND / 100) {
      recorder.buffer().batchAt(ns);
    }
    // It read the clock before it lost its processor.
    recorder.buffer().batchAt(SECOND / 5);
    recorder.buffer().batchAt(3 * SECOND);
    recorder.swap();

    assertThat(recorder.longestQuietNs(3 * SECOND)).isEqualTo(SECOND / 100);
  }

  @Test
  void theLastSliceIsToldAsSuchThoughTheClockWasHeldUpBeyondTheEnd() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 3 * SECOND);
    Recorder recorder = new Recorder(true, false, false);
    AtomicLong now = new AtomicLong();
    // The loop goes on all the time; the clock gets no processor from 0.75 s to 3.5 s.
    LongSupplier clock =
        () -> {
          long until = now.get() == SECOND * 3 / 4 ? SECOND * 7 / 2 : now.get() + SECOND / 4;
          while (now.get() < until) {
            long entered = recorder.enter();
            recorder.buffer().batchAt(now.get());
            recorder.exit(entered);
            now.addAndGet(SECOND / 4);
          }
          return now.get();
        };
    ArrivalMeter meter =
        new ArrivalMeter() {
          @Override
          public long started() {
            return 10;
          }

          @Override
          public Reading read(long nowNs, long started) {
            return new Reading(started, nowNs / (SECOND / 10));
          }
        };
    IntervalPress press = new IntervalPress(0);
    List<Interval> intervals = new ArrayList<>();
    new IntervalClock(
            time,
            List.of(recorder),
            new HostMeter(new CpuMeter(() -> LoopTime.UNKNOWN), DeviceMeter.NONE),
            meter,
            clock,
            slice -> press.press(slice, List.of()).ifPresent(intervals::add),
            () -> {})
        .run();

    assertThat(intervals).hasSize(1);
    ArrivalFigures kept = intervals.getLast().arrivals().orElseThrow();
    assertThat(kept.backlog()).isGreaterThanOrEqualTo(30);
    assertThat(kept.skipped()).isEqualTo(kept.backlog());
  }

  /** B085: a second of nothing is a second. */
  @Test
  void aSecondWithoutCompletionsIsARowOfNothing() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 3 * SECOND);
    AtomicLong now = new AtomicLong();
    List<Interval> intervals =
        cut(time, new Recorder(true, false, false), () -> now.getAndAdd(SECOND / 10));

    assertThat(intervals).hasSize(3);
    assertThat(intervals)
        .allSatisfy(
            i -> {
              assertThat(i.total().operations()).isZero();
              assertThat(i.total().iops()).isZero();
              assertThat(i.total().responseTime().count()).isZero();
              assertThat(i.notes()).containsExactly("no operation completed in this interval");
            });
  }

  @Test
  void ratesAreByTheRealLengthOfAnInterval() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, 3 * SECOND);
    Recorder recorder = new Recorder(true, false, false);
    completes(recorder, 1000);
    AtomicLong now = new AtomicLong();
    Interval first = cut(time, recorder, () -> now.getAndAdd(SECOND / 4)).getFirst();

    // The clock thread woke at 1 s, began to cut at 1.25 s, and had done so at 1.5 s: what was
    // counted is what was counted by then.
    assertThat(first.lengthNs()).isEqualTo(SECOND * 3 / 2);
    assertThat(first.total().iops()).isEqualTo(1000 / 1.5);
    assertThat(first.total().mbPerSecond()).isEqualTo(1000 * 4096 / 1.5 / 1e6);
  }

  @Test
  void noIntervalLastsBeyondTheEndHoweverLateTheClockIs() {
    TimeLine time = new TimeLine(1_700_000_000_000L, 0, 0, 0, SECOND / 2);
    Recorder recorder = new Recorder(true, false, false);
    completes(recorder, 1000);
    AtomicLong now = new AtomicLong();
    List<Interval> intervals = cut(time, recorder, () -> now.getAndAdd(SECOND * 7 / 2));

    // The clock thread woke at 3.5 s; the loops had ended at 0.5 s.
    assertThat(intervals).singleElement().satisfies(i -> assertThat(i.notes()).isEmpty());
    assertThat(intervals.getFirst().lengthNs()).isEqualTo(SECOND / 2);
    assertThat(intervals.getFirst().total().iops()).isEqualTo(2000);
  }
}
