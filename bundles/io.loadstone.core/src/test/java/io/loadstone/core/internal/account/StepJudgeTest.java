package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepJudgeTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MS = 1_000_000L;
  private static final IoFigures TOTAL =
      new IoFigures(10_000, 1, 0, 10_000, 1, LatencyFigures.NONE, LatencyFigures.NONE);

  private static Verdict judge(GeneratorFigures generator) {
    return new StepJudge(
            "uring",
            true,
            2,
            SECOND,
            new IntervalPress.Loops(SECOND / 10, 0, 0),
            generator,
            List.of())
        .judge(TOTAL, new CpuFigures(10, 10, 0, 1, HostFigures.UNKNOWN), List.of());
  }

  private static Verdict headroom(double noopIops) {
    return judge(new GeneratorFigures(Headroom.of(noopIops).against(TOTAL.iops()), 0, 0, 0, 1000));
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

    assertThat(judge(new GeneratorFigures(none, 10 * MS, 9, 10 * MS, 0))).isEqualTo(Verdict.VALID);
    Verdict verdict = judge(new GeneratorFigures(none, 10 * MS, 9, 34 * MS, 0));
    assertThat(verdict.state()).isEqualTo(Verdict.State.SUSPECT);
    assertThat(verdict.reasons())
        .singleElement()
        .asString()
        .contains("stopped all threads for 3.4 % of the time beyond its collections");
    assertThat(judge(new GeneratorFigures(none, 11 * MS, 9, 0, 0)).reasons())
        .singleElement()
        .asString()
        .contains("garbage collector paused the generator for 1.1 %");
  }
}
