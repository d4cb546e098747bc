package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.SteadyPart;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** B041: a good moment is not given out as the rate of the target. */
class LastingRateTest {
  private static final IoFigures FIGURES =
      new IoFigures(1, 1, 0, 1000, 100, LatencyFigures.NONE, LatencyFigures.NONE);

  private static List<String> remarks(double steadyIops, double flushSeconds, double durable) {
    return LastingRate.remarks(
        FIGURES,
        FIGURES,
        Optional.of(new SteadyPart(0, 20, 1, steadyIops, steadyIops / 10)),
        Optional.of(new DurableWrites(flushSeconds, durable)));
  }

  @Test
  void aMeanThatIsNotTheSteadyRateIsToldWithBoth() {
    assertThat(remarks(500, 0, 100))
        .containsExactly(
            "The mean of 1000.0 IOPS is not the rate that lasted: in the last 20 s it was a steady"
                + " 500.0 IOPS, 50.00 MB/s.");
    assertThat(remarks(1200, 0, 100)).hasSize(1);
    assertThat(remarks(950, 0, 100)).isEmpty();
    assertThat(remarks(1050, 0, 100)).isEmpty();
  }

  @Test
  void writesThatWereNotDurableAreToldWithTheRateThatCountsTheFlush() {
    assertThat(remarks(1000, 12.25, 40))
        .containsExactly(
            "Not all writes were durable at the end: the flush took another 12.3 s, and with it the"
                + " writes come to 40.00 MB/s instead of 100.00.");
    assertThat(remarks(1000, 12.25, 95)).isEmpty();
    // Half of a step of a tenth of a second.
    assertThat(remarks(1000, 0.1, 50)).isEmpty();
  }

  @Test
  void nothingFoundIsNothingSaid() {
    assertThat(LastingRate.remarks(FIGURES, FIGURES, Optional.empty(), Optional.empty())).isEmpty();
  }
}
