package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.Saturation;
import io.loadstone.itests.truth.Truth.Measured;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds between the figures, whatever the device does. */
@Timeout(900)
class AccountingIT {
  private static final double S = 1e9;

  @Test
  @DisplayName("a stall of 2.5 s shows in the maximum, in p99.9 and as rows of the series")
  void aStallShows() throws Exception {
    Truth.holds(
        () -> {
          // 4 outstanding of 10 ms: some 1,400 operations, of which the 4 that the stall held are
          // more than 1 of 1,000.
          Measured measured =
              Truth.closedLoop(
                  "sim:law?service=constant(10ms)&servers=inf&stalls=2s+2.5s", 1, "4", 1, 6);
          IoFigures total = measured.step().total();
          assertThat(total.operations()).isLessThan(4 * 100 * 4);
          assertThat(measured.series()).hasSize(6);
          assertThat(measured.series())
              .filteredOn(interval -> interval.total().operations() == 0)
              .as("seconds without a completion are rows like every other one")
              .hasSizeBetween(1, 2);
          LatencyFigures response = total.responseTime();
          // A loop that had to wait for a processor began later, or ended later.
          double excuse = measured.waitedNs();
          boolean quiet = excuse < 0.5 * S;
          // What began up to 10 ms before the stall is told at its end.
          return List.of(
              Comparison.ofTime(
                  "max", 2.5 * S - excuse, 2.51 * S + excuse, (double) response.maxNs(), quiet),
              Comparison.ofTime(
                  "p99.9", 2.5 * S - excuse, 2.51 * S + excuse, (double) response.p999Ns(), quiet));
        });
  }

  @Test
  @DisplayName("sums of intervals equal totals, percentiles rise and end at the maximum")
  void theFiguresFitTogether() throws Exception {
    Measured measured =
        Truth.closedLoop("sim:law?service=exponential(1ms)&servers=4", 2, "8", 1, Truth.seconds(3));
    List<Interval> series = measured.series();
    IoFigures total = measured.step().total();
    assertThat(total.operations()).isPositive();
    assertThat(series.stream().mapToLong(i -> i.total().operations()).sum())
        .isEqualTo(total.operations());
    assertThat(series.stream().mapToLong(i -> i.total().bytes()).sum())
        .isEqualTo(total.bytes())
        .isEqualTo(4096 * total.operations());
    assertThat(series.stream().mapToLong(i -> i.total().responseTime().count()).sum())
        .isEqualTo(total.responseTime().count())
        .isEqualTo(total.operations());
    assertThat(series.stream().mapToLong(i -> i.total().responseTime().maxNs()).max())
        .hasValue(total.responseTime().maxNs());
    double sumNs = series.stream().mapToDouble(i -> i.total().operations() * mean(i)).sum();
    assertThat(sumNs / total.operations())
        .isCloseTo(total.responseTime().meanNs(), Percentage.withPercentage(1e-6));
    SoftAssertions.assertSoftly(
        softly -> {
          softly.assertThat(rising(total.responseTime())).isSorted();
          softly.assertThat(rising(total.serviceTime())).isSorted();
          for (Interval interval : series) {
            softly.assertThat(rising(interval.total().responseTime())).isSorted();
          }
        });
  }

  private static double mean(Interval interval) {
    return interval.total().responseTime().meanNs();
  }

  private static List<Long> rising(LatencyFigures l) {
    return List.of(
        l.minNs(), l.p50Ns(), l.p90Ns(), l.p95Ns(), l.p99Ns(), l.p999Ns(), l.p9999Ns(), l.maxNs());
  }

  @Test
  @DisplayName("Little's law holds in each interval: rate x mean response time = outstanding")
  void littlesLawHolds() throws Exception {
    int outstanding = 16;
    Truth.holds(
        () -> {
          Measured measured =
              Truth.closedLoop(
                  "sim:law?service=bimodal(1ms,4ms,20)&servers=inf",
                  1,
                  Integer.toString(outstanding),
                  1,
                  Truth.seconds(3));
          List<Comparison> comparisons = new ArrayList<>();
          for (Interval interval : measured.series()) {
            double inFlight = interval.total().operations() * mean(interval) / interval.lengthNs();
            comparisons.add(
                new Comparison(
                    "outstanding in second " + comparisons.size(),
                    0.98 * outstanding,
                    1.02 * outstanding,
                    inFlight,
                    true));
          }
          assertThat(comparisons).hasSize(Truth.seconds(3));
          return comparisons;
        });
  }

  @Test
  @DisplayName("the saturation rule finds the known knee within one step of the sweep")
  void theKneeIsFound() throws Exception {
    // 8 servers and no queue below 8 outstanding: beyond it IOPS do not rise any more. So slow that
    // a late wake-up here and there is nothing to the mean.
    List<Integer> sweep = List.of(1, 2, 4, 6, 8, 10, 12, 16);
    Measured measured =
        Truth.closedLoop(
            "sim:law?service=constant(20ms)&servers=8",
            1,
            String.join(",", sweep.stream().map(String::valueOf).toList()),
            0,
            1);
    Saturation saturation = measured.run().saturation().getFirst();
    assertThat(saturation.saturated()).isTrue();
    assertThat(sweep.indexOf(saturation.outstandingPerWorker())).isBetween(3, 5);
  }
}
