package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.target.PageCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaturationRuleTest {

  private static StepResult step(int index, int outstanding, int pass, double iops) {
    return step(index, outstanding, pass, iops, Verdict.VALID);
  }

  private static StepResult step(
      int index, int outstanding, int pass, double iops, Verdict verdict) {
    // Little's law gives the response time of a closed loop.
    double responseNs = outstanding / iops * 1e9;
    LatencyFigures latency = new LatencyFigures((long) iops, 0, responseNs, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures((long) iops, 0, 0, iops, 0, latency, latency);
    return new StepResult(
        new StepPlan(
            index,
            AccessSpecification.of("w", 8192, 60, 100),
            1,
            outstanding,
            pass,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO),
        List.of(),
        "e",
        PageCache.BYPASSED,
        0,
        1000,
        0,
        1,
        total,
        IoFigures.NONE,
        total,
        Optional.empty(),
        CpuFigures.UNKNOWN,
        DeviceFigures.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        GeneratorFigures.unknown("A table of figures measures nothing."),
        verdict,
        List.of(),
        DataFigures.NONE);
  }

  private static Saturation optimum(IntStream loads, IntToDoubleFunction iops) {
    List<StepResult> steps = new ArrayList<>();
    loads.forEach(n -> steps.add(step(steps.size(), n, 1, iops.applyAsDouble(n))));
    return SaturationRule.of(steps).getFirst();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 16, 33})
  void aFlatCapacityIsSaturatedAtCapacityTimesServiceTime(int knee) {
    double serviceSeconds = 0.005;
    double capacity = knee / serviceSeconds;

    Saturation found =
        optimum(IntStream.rangeClosed(1, 40), n -> Math.min(n / serviceSeconds, capacity));

    assertThat(found.outstandingPerWorker()).isEqualTo(knee);
    assertThat(found.step()).isEqualTo(knee - 1);
    assertThat(found.saturated()).isTrue();
    assertThat(found.iops()).isEqualTo(capacity);
    assertThat(found.responseTimeMeanNs()).isCloseTo(5e6, org.assertj.core.data.Offset.offset(1.0));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void aRowOfEqualQueuesIsSaturatedNearTheCrossingOfItsAsymptotes(int stations) {
    double demandSeconds = 0.001;
    // Mean value analysis of K balanced exponential stations: X(N) = N / (D (N + K - 1)).
    Saturation found =
        optimum(IntStream.rangeClosed(1, 40), n -> n / (demandSeconds * (n + stations - 1)));

    // Asymptotes N / (K D) and 1 / D cross at N* = K.
    assertThat(found.outstandingPerWorker()).isBetween(stations - 1, stations + 1);
    assertThat(found.saturated()).isTrue();
  }

  @Test
  void aCapacityWithNoiseIsFoundWithinOneStep() {
    double[] noise = {1.00, 0.985, 1.012, 0.991, 1.008, 1.015, 0.99};
    Saturation found =
        optimum(IntStream.rangeClosed(1, 40), n -> Math.min(n * 200.0, 2000) * noise[n % 7]);
    assertThat(found.outstandingPerWorker()).isBetween(9, 11);
  }

  @Test
  void aTargetThatNeverGetsFasterIsSaturatedAtItsFirstLoad() {
    Saturation found = optimum(IntStream.of(1, 2, 4), n -> 1000);
    assertThat(found.saturated()).isTrue();
    assertThat(found.outstandingPerWorker()).isEqualTo(1);
    assertThat(found.reason())
        .isEqualTo(
            "From 1 to 2 outstanding IOPS went from 1,000.0 to 1,000.0 (x 1.000) and the mean"
                + " response time from 1,000.0 us to 2,000.0 us (x 2.000). From 1 to 4 outstanding"
                + " IOPS went from 1,000.0 to 1,000.0 (x 1.000) and the mean response time from"
                + " 1,000.0 us to 4,000.0 us (x 4.000).");
  }

  @Test
  void theOptimumIsToldFromTheHighestRateWhereTheyAreFarApart() {
    // 400, 760, 1160 IOPS at 1, 2, 8: response times 2.5, 2.632, 6.897 ms, powers 160, 289, 168.
    Saturation found =
        SaturationRule.of(List.of(step(0, 1, 1, 400), step(1, 2, 1, 760), step(2, 8, 1, 1160)))
            .getFirst();
    assertThat(found.step()).isEqualTo(1);
    assertThat(found.reason())
        .endsWith(
            "It is the best trade-off between rate and response time, not the highest rate, which"
                + " is 1,160.0 IOPS at 8 outstanding (step 3).");

    Saturation flat =
        SaturationRule.of(List.of(step(0, 1, 1, 400), step(1, 2, 1, 760), step(2, 8, 1, 800)))
            .getFirst();
    assertThat(flat.step()).isEqualTo(1);
    assertThat(flat.reason()).doesNotContain("highest rate").doesNotContain("verdict");
  }

  @Test
  void verdictsAgainstTheStepsThatWereComparedAreSaid() {
    Verdict suspect = new Verdict(Verdict.State.SUSPECT, List.of("Steal."));
    Verdict bound = new Verdict(Verdict.State.GENERATOR_BOUND, List.of("Busy."));
    Saturation found =
        SaturationRule.of(
                List.of(
                    step(0, 1, 1, 400, suspect),
                    step(1, 2, 1, 760, suspect),
                    step(2, 4, 1, 780),
                    step(3, 8, 1, 800, bound)))
            .getFirst();
    assertThat(found.reason())
        .endsWith(" Mind the verdicts: step 2 is suspect, step 4 is generator-bound.");

    Saturation rising =
        SaturationRule.of(
                List.of(step(0, 1, 1, 100), step(1, 2, 1, 200), step(2, 4, 1, 400, suspect)))
            .getFirst();
    assertThat(rising.reason())
        .isEqualTo(
            "The quotient still rose at the highest load measured, 4 outstanding: 400.0 IOPS at"
                + " 10,000.0 us; the optimum may lie beyond it. Mind the verdicts: step 3 is"
                + " suspect.");
  }

  @Test
  void iopsThatStillRiseAtTheLastLoadAreNotSaturated() {
    Saturation found = optimum(IntStream.of(1, 2, 4, 8), n -> n * 100.0);
    assertThat(found.saturated()).isFalse();
    assertThat(found.outstandingPerWorker()).isEqualTo(8);
    assertThat(found.reason()).contains("still rose");
    assertThat(found.rule())
        .contains("response time grows by a larger factor than IOPS do")
        .contains("greatest quotient of the two");
  }

  @Test
  void twoLoadsAreNoSweepAndPassesAreOneLoad() {
    assertThat(
            SaturationRule.of(List.of(step(0, 1, 1, 100), step(1, 1, 2, 110), step(2, 2, 1, 150))))
        .isEmpty();
  }
}
