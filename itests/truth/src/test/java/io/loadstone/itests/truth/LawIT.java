package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.result.IoFigures;
import io.loadstone.itests.truth.StopwatchEngine.Lap;
import io.loadstone.itests.truth.Truth.Measured;
import io.loadstone.sim.internal.model.LawModel;
import io.loadstone.sim.internal.model.ServiceLaw;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mean, p50, p99 and p99.9 against laws, in closed loops. What the law gives is found in virtual
 * time with the same seed and the arrivals that there were, so that neither chance nor a late
 * arrival is in the way; and the stopwatch beside the core must have seen the same.
 */
@Timeout(900)
class LawIT {
  private static final long SEED = 20_261_130;

  @ParameterizedTest(name = "{0}, {1} servers, {2} x {3} outstanding")
  @DisplayName("mean, p50, p99 and p99.9 are those of the law")
  @CsvSource(
      delimiter = ';',
      value = {
        "constant(1ms); inf; 1; 1", "constant(1ms); inf; 1; 4",
        "constant(1ms); inf; 1; 16", "constant(2ms); inf; 1; 64",
        "exponential(2ms); 1; 1; 1", "exponential(1ms); 1; 1; 4",
        "exponential(500us); 1; 1; 16", "exponential(300us); 1; 1; 64",
        // Not 1 %, or p99 would be on the edge between the two.
        "bimodal(500us,20ms,2); inf; 1; 1", "bimodal(500us,20ms,2); inf; 1; 4",
        "bimodal(1ms,20ms,2); inf; 1; 16", "bimodal(2ms,20ms,2); inf; 1; 64",
        // Two loops on one device.
        "constant(500us); 1; 2; 8"
      })
  void theFiguresAreThoseOfTheLaw(String service, String servers, int workers, int outstanding)
      throws Exception {
    String uri = "sim:law?service=" + service + "&servers=" + servers + "&seed=" + SEED;
    int serverCount = servers.equals("inf") ? LawModel.UNLIMITED : Integer.parseInt(servers);
    Truth.holds(
        () -> {
          Measured measured =
              Truth.closedLoop(uri, workers, Integer.toString(outstanding), 1, Truth.seconds(2));
          System.out.printf(
              "%s, %s servers, %d x %d: %d operations, starved %.3f %%%n",
              service,
              servers,
              workers,
              outstanding,
              measured.step().total().operations(),
              100 * measured.starved());
          return compare(measured, new LawModel(ServiceLaw.parse(service), serverCount, SEED));
        });
  }

  private record Known(long deliveredNs, double lawNs, double stopwatchNs) {}

  private static List<Comparison> compare(Measured measured, LawModel law) {
    List<Known> known = new ArrayList<>();
    for (Lap lap : measured.laps()) {
      long doneNs = law.completionNs(lap.arrivalNs(), IoKind.READ, 0, 4096);
      known.add(
          new Known(
              lap.deliveredNs(), doneNs - lap.arrivalNs(), lap.deliveredNs() - lap.arrivalNs()));
    }
    known.sort(Comparator.comparingLong(Known::deliveredNs));
    IoFigures total = measured.step().total();
    int from = measured.rampUpOperations();
    List<Known> counted = known.subList(from, from + (int) total.operations());
    List<Comparison> comparisons = new ArrayList<>();
    comparisons.addAll(
        Comparison.of(
            "response time by the law",
            of(counted, Known::lawNs),
            total.responseTime(),
            measured.meanExcuseNs()));
    // Both instruments saw the same, however late it was: there is no excuse.
    comparisons.addAll(
        Comparison.of(
            "service time by the stopwatch",
            of(counted, Known::stopwatchNs),
            total.serviceTime(),
            0));
    return comparisons;
  }

  private static double[] of(List<Known> known, ToDoubleFunction<Known> figure) {
    return known.stream().mapToDouble(figure).toArray();
  }

  @Test
  void nothingIsFasterThanTheDevice() throws Exception {
    Measured measured = Truth.closedLoop("sim:law?service=constant(1ms)&servers=inf", 1, "8", 0, 1);
    assertThat(measured.step().total().serviceTime().minNs()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void theComparisonFindsWhatIsWrong() {
    assertThat(comparison(1_000_000, 1_020_000).agrees()).isTrue();
    assertThat(comparison(1_000_000, 1_020_001).agrees()).isFalse();
    assertThat(comparison(1_000_000, 979_999).agrees()).isFalse();
    assertThat(comparison(10_000_000, 10_100_000).agrees()).isTrue();
    assertThat(comparison(10_000_000, 10_100_001).agrees()).isFalse();
  }

  private static Comparison comparison(double law, double measured) {
    return new Comparison("p50", law, law, measured, true);
  }
}
