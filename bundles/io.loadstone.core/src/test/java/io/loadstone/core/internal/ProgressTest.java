package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private long nowNs = 7;

  // 16 s of steps of 4 s each, and 2 s of something else after them.
  private final Progress progress = new Progress(18, 4, () -> nowNs);

  private void pass(double seconds) {
    nowNs += Math.round(seconds * SECOND_NS);
  }

  @Test
  void beforeAnyStepIsOverEachIsTakenToNeedASecondMore() {
    assertThat(progress.secondsLeft(0)).isEqualTo(18 + 4 * 1.0);
    progress.step(4);
    assertThat(progress.secondsLeft(4)).isEqualTo(4 + 14 + 3 * 1.0);
  }

  @Test
  void stepsToComeAreTakenToNeedWhatThoseThatAreOverNeededOnAverage() {
    progress.step(4);
    pass(5.5);
    progress.stepEnded();
    assertThat(progress.overheadSeconds()).isCloseTo(1.5, within(1e-9));

    progress.step(4);
    assertThat(progress.secondsLeft(4)).isCloseTo(4 + 10 + 2 * 1.5, within(1e-9));
    pass(6.5);
    progress.stepEnded();

    progress.step(4);
    assertThat(progress.secondsLeft(4)).isCloseTo(4 + 6 + 1 * 2.0, within(1e-9));
    pass(6);
    progress.stepEnded();
    progress.step(4);
    pass(6);
    progress.stepEnded();

    progress.part(2);
    assertThat(progress.secondsLeft(2)).isCloseTo(2, within(1e-9));
    // 24 s are over, 2 s are left.
    assertThat(progress.percent(2)).isCloseTo(100 * 24 / 26.0, within(1e-9));
  }

  @Test
  void whatIsNotKnownOfThePartIsNotKnownOfTheRun() {
    assertThat(progress.secondsLeft(-1)).isEqualTo(-1);
  }
}
