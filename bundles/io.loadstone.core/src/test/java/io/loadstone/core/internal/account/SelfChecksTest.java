package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfChecksTest {
  private static final StepPlan STEP =
      new StepPlan(
          0,
          AccessSpecification.of("w", 4096, 100, 100),
          1,
          1,
          1,
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ZERO);

  @ParameterizedTest
  @CsvSource({
    // A load of 640 for 1 s: each place is used twice, and the third operation is still in flight.
    "640, 1280, 0.4, true, not judged",
    "640, 1280, 0.5, true, not judged",
    "16, 4000, 0.004, true, the load is 16",
    // Half of the load is missing.
    "16, 4000, 0.002, false, the load is 16",
    "640, 25600, 0.0125, false, the load is 640",
  })
  void littlesLawIsJudgedOnlyIfWhatIsInFlightAtTheEndIsAFewPercent(
      int outstanding, long operations, double responseSeconds, boolean passes, String words) {
    double ns = responseSeconds * 1e9;
    LatencyFigures latency = new LatencyFigures(operations, 0, ns, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures(operations, 0, 0, operations, 0, latency, latency);
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 100, 100),
            1,
            outstanding,
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO);
    SelfCheck check = check("littles-law", step, total);

    assertThat(check.passed()).isEqualTo(passes);
    assertThat(check.detail()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0, 2.000, true",
    // The last boundary was cut 69 ms late, then 999 ms: still a row for each second.
    "2, 0, 2.069, true",
    "2, 0, 2.999, true",
    // A boundary that is a second late took the row of the next.
    "2, 0, 3.000, false",
    // A step that was stopped in its third second.
    "3, 0, 2.400, true",
    // Enough rows, but not one after the other.
    "2, 1, 2.000, false",
  })
  void everySecondNeedsARowHoweverLateItWasCut(
      long intervals, long gaps, double measuredSeconds, boolean passes) {
    SelfChecks.Facts facts =
        new SelfChecks.Facts(
            IoFigures.NONE,
            IoFigures.NONE,
            IoFigures.NONE,
            0,
            0,
            0,
            intervals,
            gaps,
            Math.round(measuredSeconds * 1e9));

    assertThat(check("every-second-has-an-interval", STEP, facts).passed()).isEqualTo(passes);
  }

  @Test
  void aSingleOperationIsToldInTheSingular() {
    LatencyFigures latency = new LatencyFigures(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures(1, 0, 0, 1, 0, latency, latency);

    assertThat(check("totals-equal-intervals", STEP, total).detail())
        .isEqualTo("the totals have 1 operation, the intervals 1, reads and writes 1");
    assertThat(check("histogram-counts-equal-operations", STEP, total).detail())
        .isEqualTo("the histograms hold 1 service time and 1 response time of 1 operation");
  }

  private static SelfCheck check(String name, StepPlan step, IoFigures total) {
    long operations = total.operations();
    return check(
        name,
        step,
        new SelfChecks.Facts(
            total,
            IoFigures.NONE,
            total,
            operations,
            operations,
            operations,
            1,
            0,
            1_000_000_000L));
  }

  private static SelfCheck check(String name, StepPlan step, SelfChecks.Facts facts) {
    return SelfChecks.of(step, facts).stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
