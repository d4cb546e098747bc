package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.SteadyPart;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class RateSeriesTest {
  private static final long START = 1_700_000_000_000L;

  private static Interval second(int at, long operations) {
    IoFigures figures =
        new IoFigures(
            operations,
            operations * 1000,
            0,
            operations,
            operations / 1e3,
            LatencyFigures.NONE,
            LatencyFigures.NONE);
    return new Interval(
        0,
        false,
        START + at * 1000L,
        1_000_000_000L,
        DirectionInterval.NONE,
        DirectionInterval.NONE,
        figures,
        CpuFigures.UNKNOWN,
        DeviceFigures.UNKNOWN,
        List.of());
  }

  private static Optional<SteadyPart> steady(int seconds, IntToLongFunction operations) {
    RateSeries series = new RateSeries();
    for (int i = 0; i < seconds; i++) {
      series.add(second(i, operations.applyAsLong(i)));
    }
    return series.steady();
  }

  /** B041: the page cache takes 10 s at 5000, then the stick is full of its own at 200. */
  @Test
  void afterAFastStartThePartThatLastsIsFound() {
    SteadyPart part = steady(40, i -> i < 10 ? 5000 : 200).orElseThrow();

    assertThat(part).isEqualTo(new SteadyPart(START + 10_000, 30, 1, 200, 0.2));
  }

  @Test
  void aRateThatGoesOnFallingIsNotSteadyThoughEachStepIsSmall() {
    // From 1000 to 804 in 50 s: the range is within 20 %, the trend is not within 10 %.
    SteadyPart part = steady(50, i -> 1000 - 4L * i).orElseThrow();

    // From the first of the last k seconds to the last of them it falls by 4(k-1), and their mean
    // is 804 + 2(k-1): 10 % of it at k = 22.2.
    assertThat(part.runSeconds()).isEqualTo(22);
  }

  /** B079: a slow device, of whose few operations a second the number scatters by chance. */
  @Test
  void aRateThatScattersFromSecondToSecondIsSteadyAtACoarserGrain() {
    Random random = new Random(7);
    SteadyPart part = steady(1200, i -> poisson(random, 4)).orElseThrow();

    assertThat(part.grainSeconds()).isGreaterThanOrEqualTo(32);
    assertThat(part.runSeconds()).isGreaterThan(600);
    assertThat(part.iops()).isCloseTo(4, within(0.3));
  }

  // Knuth's way: how many uniform numbers it takes until their product is below e^-mean.
  private static long poisson(Random random, double mean) {
    long events = -1;
    for (double product = 1; product > Math.exp(-mean); product *= random.nextDouble()) {
      events++;
    }
    return events;
  }

  @Test
  void aStallAtTheEndIsNothingSteady() {
    assertThat(steady(30, i -> i < 27 ? 1000 : 0)).isEmpty();
    assertThat(steady(30, i -> 0)).isEmpty();
  }

  @Test
  void fewerThanFiveIntervalsSayNothing() {
    assertThat(steady(4, i -> 1000)).isEmpty();
    assertThat(steady(5, i -> 1000)).isPresent();
  }

  @Test
  void aDayIsKeptInTheRoomOfAnHour() {
    int day = 86_400;
    SteadyPart part = steady(day, i -> i < day / 2 ? 3000 : 1000).orElseThrow();

    // 86,400 s in at most 4096 points: of 32 s each.
    assertThat(part.grainSeconds()).isEqualTo(32);
    assertThat(part.iops()).isCloseTo(1000, within(1e-9));
    assertThat(part.startEpochMs()).isBetween(START + day * 500L, START + day * 500L + 32_000);
  }
}
