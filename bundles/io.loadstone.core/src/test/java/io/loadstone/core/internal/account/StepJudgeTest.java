package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepJudgeTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MS = 1_000_000L;
  private static final IoFigures TOTAL =
      new IoFigures(10_000, 1, 0, 10_000, 1, LatencyFigures.NONE, LatencyFigures.NONE);

  private static Verdict judge(GeneratorFigures generator) {
    return judge(generator, Optional.empty());
  }

  /** 10,000 arrivals in a second, so many of them late by the generator, so many never started. */
  private static Verdict openLoop(long lateByGenerator, long skipped) {
    return judge(
        GeneratorFigures.unknown("It has delays."),
        Optional.of(
            new ArrivalFigures(
                10_000,
                10_000 - skipped,
                lateByGenerator + 5000,
                lateByGenerator,
                skipped,
                skipped)));
  }

  private static Verdict judge(GeneratorFigures generator, Optional<ArrivalFigures> arrivals) {
    return judge(generator, arrivals, 1);
  }

  private static Verdict judge(
      GeneratorFigures generator, Optional<ArrivalFigures> arrivals, int burst) {
    return new StepJudge(
            "uring",
            true,
            2,
            SECOND,
            new IntervalPress.Loops(SECOND / 10, 0, 0),
            generator,
            arrivals,
            burst,
            List.of())
        .judge(TOTAL, new CpuFigures(10, 10, 0, 1, HostFigures.UNKNOWN), List.of());
  }

  /** An open loop without late starts, of whose arrivals so many were never started. */
  private static Verdict openLoop(long arrivals, int burst, long skipped) {
    return judge(
        GeneratorFigures.unknown("It has delays."),
        Optional.of(new ArrivalFigures(arrivals, arrivals - skipped, 0, 0, skipped, skipped)),
        burst);
  }

  private static Verdict headroom(double noopIops) {
    return judge(
        new GeneratorFigures(Headroom.of(noopIops).against(TOTAL.iops()), 0, 0, 0, 1000, 0));
  }

  @Test
  void lateStartsOfTheTargetSpeakAgainstNothing() {
    assertThat(openLoop(0, 0)).isEqualTo(Verdict.VALID);
    assertThat(openLoop(9, 50)).isEqualTo(Verdict.VALID);
  }

  @Test
  void lateStartsOfTheGeneratorAreSuspectAndThenItsLimit() {
    assertThat(openLoop(11, 0).state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(openLoop(100, 0).state()).isEqualTo(Verdict.State.SUSPECT);
    Verdict bound = openLoop(101, 0);
    assertThat(bound.state()).isEqualTo(Verdict.State.GENERATOR_BOUND);
    assertThat(bound.reasons())
        .containsExactly(
            "The generator started 101 of 10000 operations more than 1 ms late though a slot was"
                + " free (more than 0.1 % is suspect, more than 1 % generator-bound).");
  }

  @Test
  void lateStartsOfLoopsWithoutAProcessorAreNoLimitOfTheTool() {
    Optional<ArrivalFigures> late = Optional.of(new ArrivalFigures(10_000, 10_000, 101, 101, 0, 0));
    Headroom none = Headroom.none("It has delays.");
    Verdict verdict = judge(new GeneratorFigures(none, 0, 0, 0, 0, 12.8), late, 1);
    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons()).hasSize(2).anyMatch(r -> r.contains("12.8 % of the time"));
    assertThat(judge(new GeneratorFigures(none, 0, 0, 0, 0, 1), late, 1).state())
        .isEqualTo(Verdict.State.GENERATOR_BOUND);
  }

  @Test
  void aRateThatTheTargetDidNotCarryIsSaidToBeSo() {
    Verdict verdict = openLoop(0, 101);
    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons())
        .containsExactly(
            "The target did not carry the asked rate with all outstanding I/Os in use: 10000.0"
                + " operations/s were due and 9899.0 started; 101 were due and not started at the"
                + " end, and response times grow with the run time.");
    assertThat(openLoop(5001, 101).reasons())
        .anyMatch(r -> r.startsWith("The generator did not keep up with the asked rate: "));
  }

  @Test
  void aQueueThatChanceOrABurstMadeAtTheEndIsNoOverload() {
    // 400 random arrivals scatter by 20; half a percent of them would be 2.
    assertThat(openLoop(400, 1, 20)).isEqualTo(Verdict.VALID);
    assertThat(openLoop(400, 1, 21).state()).isEqualTo(Verdict.State.SUSPECT);
    // A burst of 300 that is due when the step ends.
    assertThat(openLoop(10_000, 300, 300)).isEqualTo(Verdict.VALID);
    assertThat(openLoop(10_000, 300, 301).state()).isEqualTo(Verdict.State.SUSPECT);
    // From 40,000 on half a percent is more than the root.
    assertThat(openLoop(1_000_000, 1, 5_000)).isEqualTo(Verdict.VALID);
    assertThat(openLoop(1_000_000, 1, 5_001).state()).isEqualTo(Verdict.State.SUSPECT);
  }

  @Test
  void headRoomOfThreeTimesIsEnough() {
    assertThat(headroom(30_000)).isEqualTo(Verdict.VALID);
  }

  @Test
  void headRoomBelowThreeTimesIsSuspect() {
    Verdict verdict = headroom(29_000);

    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons())
        .containsExactly(
            "The head-room is 2.90 (limit 3.0): without any I/O the generator does 29,000"
                + " operations/s of this load, and the step did 10,000.");
    assertThat(headroom(15_000).state()).isEqualTo(Verdict.State.SUSPECT);
  }

  @Test
  void headRoomBelowOneAndAHalfTimesIsTheGeneratorsLimit() {
    Verdict verdict = headroom(14_000);

    assertThat(verdict.state()).isEqualTo(Verdict.State.GENERATOR_BOUND);
    assertThat(verdict.reasons())
        .containsExactly(
            "The head-room is 1.40 (limit 1.5): without any I/O the generator does 14,000"
                + " operations/s of this load, and the step did 10,000.");
  }

  @Test
  void headRoomThatWasNotMeasuredSpeaksAgainstNothing() {
    assertThat(judge(GeneratorFigures.unknown("It has delays."))).isEqualTo(Verdict.VALID);
  }

  @Test
  void otherPausesThanCollectionsHaveTheirOwnReason() {
    Headroom none = Headroom.none("It has delays.");

    assertThat(judge(new GeneratorFigures(none, 10 * MS, 9, 10 * MS, 0, 0)))
        .isEqualTo(Verdict.VALID);
    Verdict verdict = judge(new GeneratorFigures(none, 10 * MS, 9, 34 * MS, 0, 0));
    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons())
        .singleElement()
        .asString()
        .contains("stopped all threads for 3.4 % of the time beyond its collections");
    assertThat(judge(new GeneratorFigures(none, 11 * MS, 9, 0, 0, 0)).reasons())
        .singleElement()
        .asString()
        .contains("garbage collector paused the generator for 1.1 %");
  }

  @Test
  void loopsThatHadNoProcessorDescribeTheHostAndNotTheTarget() {
    Headroom none = Headroom.none("It has delays.");

    assertThat(judge(new GeneratorFigures(none, 0, 0, 0, 0, 5))).isEqualTo(Verdict.VALID);
    Verdict verdict = judge(new GeneratorFigures(none, 0, 0, 0, 0, 20.5));
    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons())
        .singleElement()
        .asString()
        .contains("had no processor, for 20.5 % of the time (limit 5 %)");
  }
}
