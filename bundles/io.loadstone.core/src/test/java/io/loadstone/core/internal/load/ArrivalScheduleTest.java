package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalScheduleTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 77 * SECOND;
  private static final int BLOCK = 4096;

  private static ArrivalSchedule schedule(Rate rate, Arrivals arrivals, long seed) {
    ArrivalSchedule schedule = new ArrivalSchedule(new OpenLoop(rate, arrivals), BLOCK, seed);
    schedule.begin(START);
    return schedule;
  }

  private static ArrivalSchedule schedule(String rate, Arrivals arrivals) {
    return schedule(Rate.parse(rate), arrivals, 1);
  }

  private static long[] dueNs(ArrivalSchedule schedule, int count) {
    long[] due = new long[count];
    for (int i = 0; i < count; i++) {
      due[i] = schedule.dueNs(schedule.take(BLOCK)) - START;
    }
    return due;
  }

  private static long backlog(ArrivalSchedule schedule, long nowNs) {
    return schedule.read(nowNs, schedule.started()).backlog();
  }

  @Test
  void constantArrivalsAreEvenlySpacedFromTheBeginningOn() {
    long[] due = dueNs(schedule("5000/s", Arrivals.CONSTANT), 50_001);
    assertThat(due[0]).isZero();
    assertThat(due[1]).isEqualTo(200_000);
    assertThat(due[50_000]).isEqualTo(10 * SECOND);
  }

  @Test
  void aRateThatDividesNothingDoesNotDriftInADay() {
    long[] due = dueNs(schedule("7/s", Arrivals.CONSTANT), 7 * 86_400 + 1);
    assertThat(due[7 * 86_400]).isCloseTo(86_400 * SECOND, within(1000L));
  }

  @ParameterizedTest
  @CsvSource({"5000/s, 1", "5000/s, 2", "20MB/s, 3", "0.5/s, 4", "1000000/s, 5"})
  void gapsOfPoissonArrivalsAreExponential(String rate, long seed) {
    int count = 20_000;
    long[] due = dueNs(schedule(Rate.parse(rate), Arrivals.POISSON, seed), count + 1);
    double[] gaps = new double[count];
    for (int i = 0; i < count; i++) {
      gaps[i] = due[i + 1] - due[i];
    }
    double mean = 1e9 / Rate.parse(rate).operationsPerSecond(BLOCK);
    ExponentialDistribution law = new ExponentialDistribution(new Well19937c(1), mean);

    // The sequence follows from the seed, so this never comes out one way and then the other.
    assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovTest(law, gaps)).isGreaterThan(0.01);
  }

  @Test
  void countsOfPoissonArrivalsVaryAsMuchAsTheirMean() {
    // In windows of 10 arrivals; the index of dispersion of a Poisson process is 1, and of n
    // windows it is within 4 x sqrt(2 / n) of that.
    int windows = 20_000;
    long[] counts = new long[windows];
    for (long due : dueNs(schedule("1000/s", Arrivals.POISSON), windows * 10)) {
      int window = (int) (due / 10_000_000);
      if (window < windows) {
        counts[window]++;
      }
    }
    long[] whole = Arrays.copyOf(counts, windows - 1000);
    double mean = LongStream.of(whole).average().orElseThrow();
    double variance =
        LongStream.of(whole).mapToDouble(c -> (c - mean) * (c - mean)).average().orElseThrow();
    assertThat(variance / mean).isCloseTo(1, within(4 * Math.sqrt(2.0 / whole.length)));
  }

  @Test
  void theMeanRateOfPoissonArrivalsIsTheAskedOne() {
    int count = 1_000_000;
    long[] due = dueNs(schedule("10000/s", Arrivals.POISSON), count);
    // Four standard deviations of a sum of exponential gaps.
    assertThat(due[count - 1] / 1e9).isCloseTo(100, within(4 * 100 / Math.sqrt(count)));
  }

  @Test
  void theSeedDecidesWhenPoissonArrivalsAreDue() {
    Rate rate = Rate.ofOperations(1000);
    long[] first = dueNs(schedule(rate, Arrivals.POISSON, 7), 1000);
    assertThat(dueNs(schedule(rate, Arrivals.POISSON, 7), 1000)).isEqualTo(first);
    assertThat(dueNs(schedule(rate, Arrivals.POISSON, 8), 1000)).isNotEqualTo(first);
  }

  @Test
  void operationsOfABurstAreDueTogetherAndBurstsAtTheMeanRate() {
    long[] due = dueNs(schedule("6400/s", Arrivals.bursts(64)), 640);
    for (int i = 0; i < due.length; i++) {
      assertThat(due[i]).as("arrival %d", i).isEqualTo(i / 64 * 10_000_000L);
    }
  }

  @Test
  void withARateInBytesAnOperationIsFollowedByTheTimeOfItsOwnBytes() {
    ArrivalSchedule schedule =
        new ArrivalSchedule(new OpenLoop(Rate.parse("1MB/s"), Arrivals.CONSTANT), 37_500, 1);
    schedule.begin(START);
    List<Long> due = new ArrayList<>();
    for (int length : new int[] {10_000, 65_000, 500, 10_000}) {
      due.add(schedule.dueNs(schedule.take(length)) - START);
    }
    assertThat(due).containsExactly(0L, 10_000_000L, 75_000_000L, 75_500_000L);
  }

  @Test
  void whoeverTakesThemEachArrivalIsTakenOnce() throws Exception {
    int threads = 4;
    int each = 20_000;
    long[] expected = dueNs(schedule("50000/s", Arrivals.POISSON), threads * each);
    ArrivalSchedule shared = schedule("50000/s", Arrivals.POISSON);
    List<Callable<long[]>> takers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      takers.add(() -> dueNs(shared, each));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Long> all = new ArrayList<>();
      for (var taken : pool.invokeAll(takers)) {
        LongStream.of(taken.get()).forEach(all::add);
      }
      all.sort(null);
      assertThat(all).isEqualTo(LongStream.of(expected).boxed().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant", "poisson", "bursts", "bytes"})
  void theBacklogIsWhatIsDueAndHasNotStarted(String law) {
    Arrivals arrivals =
        switch (law) {
          case "poisson" -> Arrivals.POISSON;
          case "bursts" -> Arrivals.bursts(8);
          default -> Arrivals.CONSTANT;
        };
    // 1000 operations a second either way.
    Rate rate = law.equals("bytes") ? Rate.ofBytes(1000.0 * BLOCK) : Rate.ofOperations(1000);
    long[] due = dueNs(schedule(rate, arrivals, 3), 5000);
    ArrivalSchedule schedule = schedule(rate, arrivals, 3);
    assertThat(backlog(schedule, START - 1)).isZero();
    for (int i = 0; i < 100; i++) {
      schedule.take(BLOCK);
    }
    schedule.started(100);

    for (long at : new long[] {500_000_001, 1_234_567_890, 3_000_000_001L}) {
      long expected = LongStream.of(due).filter(ns -> ns <= at).count() - 100;
      assertThat(backlog(schedule, START + at)).as("after %d ns", at).isEqualTo(expected);
    }
  }

  @Test
  void anotherRateMovesWhatIsNotDueYetAndNothingElse() {
    ArrivalSchedule schedule = schedule("10/s", Arrivals.CONSTANT);
    long[] before = new long[4];
    for (int i = 0; i < before.length; i++) {
      before[i] = schedule.take(BLOCK);
    }
    // Halfway between the arrivals at 100 and at 200 ms the rate becomes ten times as high.
    schedule.change(Rate.ofOperations(100), BLOCK, START + 150_000_000);

    assertThat(Arrays.stream(before).map(a -> schedule.dueNs(a) - START))
        .containsExactly(0L, 100_000_000L, 155_000_000L, 165_000_000L);
    assertThat(dueNs(schedule, 2)).containsExactly(175_000_000L, 185_000_000L);
    assertThat(backlog(schedule, START + 180_000_000)).isEqualTo(5);
  }

  @Test
  void arrivalsThatAreOverdueStayDueWhenTheyWereThroughManyChanges() {
    ArrivalSchedule schedule = schedule("1000/s", Arrivals.CONSTANT);
    for (int i = 1; i <= 50; i++) {
      schedule.change(Rate.ofOperations(i % 2 == 0 ? 1000 : 500), BLOCK, START + i * SECOND);
    }
    // In turns 1000 a second and 500 a second, of which nothing was taken so far.
    long[] due = dueNs(schedule, 4000);
    assertThat(due[500]).isEqualTo(500_000_000L);
    assertThat(due[1000]).isEqualTo(SECOND);
    assertThat(due[1250]).isEqualTo(SECOND * 3 / 2);
    assertThat(due[1500]).isEqualTo(2 * SECOND);
    assertThat(due[2500]).isEqualTo(3 * SECOND);
    assertThat(due[3999]).isEqualTo(5 * SECOND - 1_000_000);
  }

  @Test
  void arrivalsThatWereTakenStayDueAsTheyWereThroughManyChanges() {
    ArrivalSchedule schedule = schedule("10/s", Arrivals.CONSTANT);
    long _ = schedule.take(BLOCK);
    long second = schedule.take(BLOCK);
    schedule.change(Rate.ofOperations(100), BLOCK, START + 150_000_000);
    dueNs(schedule, 5);
    schedule.change(Rate.ofOperations(1000), BLOCK, START + 160_000_000);
    schedule.change(Rate.ofOperations(1), BLOCK, START + 170_000_000);

    assertThat(schedule.dueNs(second) - START).isEqualTo(100_000_000);
  }

  @Test
  void aRateInTheOtherUnitCountsTheMeanOperation() {
    ArrivalSchedule schedule = schedule("10/s", Arrivals.CONSTANT);
    schedule.change(Rate.ofBytes(100.0 * BLOCK), BLOCK, START);
    assertThat(dueNs(schedule, 3)).containsExactly(0L, 10_000_000L, 20_000_000L);
  }
}
