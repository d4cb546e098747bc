package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loadstone.itests.truth.Truth.Measured;
import io.loadstone.sim.internal.model.LawModel;
import io.loadstone.sim.internal.model.ServiceLaw;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mean, p50, p99 and p99.9 against laws, in closed loops. What the law gives is found in virtual
 * time with the same seed and the arrivals that there were, so that neither chance nor a late
 * arrival is in the way; and the stopwatch beside the core must have seen the same.
 */
@Timeout(900)
class LawIT {
  private static final long SEED = 20_261_130;

  static Stream<Arguments> laws() {
    return Truth.form(
        List.of(
            arguments("constant(1ms)", "inf", 1, 1),
            arguments("exponential(500us)", "1", 1, 16),
            // Not 1 %, or p99 would be on the edge between the two.
            arguments("bimodal(2ms,20ms,2)", "inf", 1, 64),
            // Two loops on one device.
            arguments("constant(500us)", "1", 2, 8)),
        List.of(
            arguments("constant(1ms)", "inf", 1, 4),
            arguments("constant(1ms)", "inf", 1, 16),
            arguments("constant(2ms)", "inf", 1, 64),
            arguments("exponential(2ms)", "1", 1, 1),
            arguments("exponential(1ms)", "1", 1, 4),
            arguments("exponential(300us)", "1", 1, 64),
            arguments("bimodal(500us,20ms,2)", "inf", 1, 1),
            arguments("bimodal(500us,20ms,2)", "inf", 1, 4),
            arguments("bimodal(1ms,20ms,2)", "inf", 1, 16)));
  }

  @ParameterizedTest(name = "{0}, {1} servers, {2} x {3} outstanding")
  @DisplayName("mean, p50, p99 and p99.9 are those of the law")
  @MethodSource("laws")
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
          return Replay.of(measured, new LawModel(ServiceLaw.parse(service), serverCount, SEED))
              .comparisons();
        });
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
    return Comparison.ofTime("p50", law, law, measured, true);
  }
}
