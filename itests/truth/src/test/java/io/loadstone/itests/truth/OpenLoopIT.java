package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.core.internal.load.ScheduleReplay;
import io.loadstone.itests.truth.Truth.Measured;
import io.loadstone.sim.internal.model.LawModel;
import io.loadstone.sim.internal.model.ServiceLaw;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queues with Poisson arrivals up to 90 % of their capacity. The replay of many operations in
 * virtual time is held against the formulas of the books, and what is measured in real time against
 * the replay of the same operations.
 */
@Timeout(900)
class OpenLoopIT {
  private static final long SEED = 20_261_130;
  private static final double SERVICE_NS = 500_000;
  private static final String EXPONENTIAL = "exponential(500us)";
  private static final String CONSTANT = "constant(500us)";

  static Stream<Arguments> queues() {
    return Truth.form(
        List.of(arguments(EXPONENTIAL, 0.5), arguments(EXPONENTIAL, 0.9), arguments(CONSTANT, 0.9)),
        List.of(arguments(CONSTANT, 0.5)));
  }

  @ParameterizedTest(name = "{0} at {1} of capacity")
  @DisplayName("mean, p50, p99 and p99.9 of response time count from the intended start")
  @MethodSource("queues")
  void responseTimesAreThoseOfTheQueue(String service, double utilisation) throws Exception {
    String uri = "sim:law?service=" + service + "&servers=1&seed=" + SEED;
    String rate = Math.round(utilisation * 1e9 / SERVICE_NS) + "/s";
    Truth.holds(
        () -> {
          Measured measured =
              Truth.openLoop(uri, rate, Arrivals.POISSON, 1024, 1, Truth.seconds(3));
          System.out.printf(
              "%s at %s: %d operations, starved %.3f %%%n",
              service, rate, measured.step().total().operations(), 100 * measured.starved());
          return Replay.of(measured, new LawModel(ServiceLaw.parse(service), 1, SEED))
              .comparisons();
        });
  }

  /**
   * The error that chance makes in so many operations: the variance of the mean wait of M/M/1 is
   * the square of the service time, by their number, by r (2 + 5 r - 4 r^2 + r^3) / (1 - r)^4 at
   * the utilisation r (Daley, "The serial correlation coefficients of waiting times in a stationary
   * single server queue", 1968); that of M/D/1 is smaller. Response times of M/M/1 are exponential:
   * p99 is ln 100 times the mean, and so is its error, twice for good measure.
   */
  @ParameterizedTest(name = "{0} at {1} of capacity")
  @DisplayName("the replay is the M/M/1 and the M/D/1 queue of the books")
  @CsvSource({EXPONENTIAL + ", 0.5", EXPONENTIAL + ", 0.9", CONSTANT + ", 0.5", CONSTANT + ", 0.9"})
  void theReplayIsTheQueueOfTheBooks(String service, double r) {
    double[] response = responseNs(service, Math.round(r * 1e9 / SERVICE_NS), 4_000_000);
    boolean constant = service.equals(CONSTANT);
    double meanNs = SERVICE_NS + (constant ? 0.5 : 1) * SERVICE_NS * r / (1 - r);
    double variance = r * (2 + 5 * r - 4 * r * r + r * r * r) / Math.pow(1 - r, 4);
    double chanceNs = 4 * SERVICE_NS * Math.sqrt(variance / response.length);

    assertThat(Arrays.stream(response).average().orElseThrow()).isCloseTo(meanNs, within(chanceNs));
    if (!constant) {
      Arrays.sort(response);
      assertThat(response[(int) (0.99 * response.length)])
          .isCloseTo(meanNs * Math.log(100), within(2 * chanceNs * Math.log(100)));
    }
  }

  private static double[] responseNs(String service, long rate, int operations) {
    OpenLoop open = new OpenLoop(Rate.parse(rate + "/s"), Arrivals.POISSON);
    long[] due = ScheduleReplay.dueNs(open, 4096, SEED, operations);
    LawModel law = new LawModel(ServiceLaw.parse(service), 1, SEED);
    double[] response = new double[operations];
    for (int i = 0; i < operations; i++) {
      response[i] = law.completionNs(due[i], IoKind.READ, 0, 4096) - due[i];
    }
    return response;
  }

  /**
   * 200 arrivals a second, of which those of 2.5 s wait for the end of the stall: 500 of 1,200,
   * each 5 ms less than the one before. It is the same whether all of them are in flight or few.
   */
  @ParameterizedTest(name = "with {0} outstanding at most")
  @DisplayName("a stall of 2.5 s is in the response times of all that was due in it")
  @CsvSource({"1024", "4"})
  void aStallIsInTheResponseTimesOfAllThatWasDue(int outstanding) throws Exception {
    Truth.holds(
        () -> {
          Measured measured =
              Truth.openLoop(
                  "sim:law?service=constant(1ms)&servers=inf&stalls=2s+2.5s",
                  "200/s",
                  Arrivals.CONSTANT,
                  outstanding,
                  1,
                  6);
          LatencyFigures response = measured.step().total().responseTime();
          // What was due in the stall waits at least so long, whoever has the processors. Beside
          // the
          // 1 % of a comparison: one arrival more or less, and with 4 outstanding the quarter of a
          // millisecond that each needs afterwards.
          double excuseNs = measured.waitedNs();
          boolean quiet = excuseNs < 1e8;
          return List.of(
              Comparison.ofTime("max", 2.495e9, 2.5e9 + excuseNs, (double) response.maxNs(), true),
              Comparison.ofTime(
                  "p99.9", 2.485e9, 2.5e9 + excuseNs, (double) response.p999Ns(), true),
              Comparison.ofTime("p99", 2.43e9, 2.455e9 + excuseNs, (double) response.p99Ns(), true),
              Comparison.ofTime(
                  "p95", 2.19e9, 2.225e9 + excuseNs, (double) response.p95Ns(), quiet),
              Comparison.ofTime("p90", 1.89e9, 1.94e9 + excuseNs, (double) response.p90Ns(), quiet),
              Comparison.ofTime("p50", 1e6, 1.25e6, (double) response.p50Ns(), quiet),
              new Comparison(
                  "operations", 1190, 1210, (double) measured.step().total().operations(), quiet));
        });
  }

  @ParameterizedTest(name = "{0} {1}")
  @DisplayName("the delivered rate is within 0.5 % of the asked one")
  @CsvSource({"CONSTANT, 2000", "BURSTS, 2000"})
  void theRateIsDelivered(Arrivals.Law law, int rate) throws Exception {
    Arrivals arrivals = law == Arrivals.Law.BURSTS ? Arrivals.bursts(10) : Arrivals.CONSTANT;
    Truth.holds(
        () -> {
          Measured measured =
              Truth.openLoop(
                  "sim:law?service=constant(300us)&servers=1",
                  rate + "/s",
                  arrivals,
                  64,
                  1,
                  Truth.seconds(3));
          return List.of(
              new Comparison(
                  "operations a second",
                  0.995 * rate,
                  1.005 * rate,
                  measured.step().total().iops(),
                  // What was late at the end of the step is missing in it.
                  measured.starved() < 0.1));
        });
  }
}
