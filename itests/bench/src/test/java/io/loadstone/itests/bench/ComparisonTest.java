package io.loadstone.itests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Cell CELL =
      new Cell(Place.TMPFS, Workload.RANDOM_READ_4K, 32, Engines.URING);

  @Test
  void aRatioIsTheMedianOfThePairsRatiosAndNotTheRatioOfTheMedians() {
    Comparison comparison = new Comparison(CELL);
    // Ratios 2, 1 and 0.5; the medians are 200 and 100.
    comparison.add(new Sample(200, 1, 1), new Sample(100, 1, 1));
    comparison.add(new Sample(300, 1, 1), new Sample(300, 1, 1));
    comparison.add(new Sample(40, 1, 1), new Sample(80, 1, 1));

    assertThat(comparison.ratio(Sample::iops)).isEqualTo(1);
    assertThat(comparison.lowestRatio(Sample::iops)).isEqualTo(0.5);
    assertThat(comparison.highestRatio(Sample::iops)).isEqualTo(2);
    assertThat(comparison.ourMedian(Sample::iops)).isEqualTo(200);
    assertThat(comparison.fioMedian(Sample::iops)).isEqualTo(100);
  }

  @Test
  void theGeometricMeanIsTheRootOfTheProduct() {
    assertThat(RatioTable.geometricMean(2, 8)).isCloseTo(4, within(1e-12));
    assertThat(RatioTable.geometricMean()).isEqualTo(1);
  }

  @Test
  void theSummaryCountsCellsThatReachFio() {
    Comparison faster = new Comparison(CELL);
    faster.add(new Sample(200, 1000, 2), new Sample(100, 1000, 4));
    Comparison slower = new Comparison(CELL);
    slower.add(new Sample(50, 1000, 8), new Sample(100, 1000, 4));

    assertThat(new RatioTable(List.of(faster, slower)).markdown())
        .contains("2 cells: IOPS at least fio's in 1, geometric mean of the ratios 1.000;")
        .contains("at most fio's in 1.");
  }
}
