package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.core.internal.account.RateMeter;
import org.junit.jupiter.api.Test;

class SteadyRateTest {
  private static final long WINDOW_NS = 25_000_000L;

  private final SteadyRate rate = new SteadyRate();

  /** Adds windows of so many operations until it is settled; returns how many it took. */
  private int windows(long... operations) {
    int added = 0;
    for (long count : operations) {
      if (rate.settled()) {
        return added;
      }
      rate.add(new RateMeter.Window(count, WINDOW_NS));
      added++;
    }
    return added;
  }

  @Test
  void aRateThatIsSteadyFromTheStartTakesSixWindows() {
    assertThat(windows(100, 101, 99, 100, 102, 100, 100, 100)).isEqualTo(6);
    // The second to the fifth: 101 + 99 + 100 + 102 in 100 ms.
    assertThat(rate.iops()).isEqualTo(402 / 0.1);
  }

  @Test
  void aRateThatCompilationRaisesIsMeasuredAfterItsLastRise() {
    assertThat(windows(10, 12, 30, 31, 60, 90, 100, 100, 100, 100, 100, 100)).isEqualTo(11);
    assertThat(rate.iops()).isEqualTo(400 / 0.1);
  }

  @Test
  void windowsInWhichOthersHadTheProcessorsDoNotLowerIt() {
    assertThat(windows(100, 100, 100, 100, 20, 30)).isEqualTo(6);
    assertThat(rate.settled()).isTrue();
    assertThat(rate.iops()).isEqualTo(400 / 0.1);
  }

  @Test
  void aRateThatNeverSettlesIsTakenAfterHalfASecond() {
    long[] rising = new long[60];
    double operations = 100;
    for (int i = 0; i < rising.length; i++) {
      rising[i] = Math.round(operations);
      operations *= 1.2;
    }

    assertThat(windows(rising)).isEqualTo(20);
  }

  @Test
  void nothingIsNoRate() {
    assertThat(rate.iops()).isZero();
    assertThat(windows(0, 0, 0, 0, 0, 0, 0, 0)).isEqualTo(6);
    assertThat(rate.iops()).isZero();
  }

  @Test
  void windowsCountByTheirRealLength() {
    rate.add(new RateMeter.Window(100, WINDOW_NS));
    rate.add(new RateMeter.Window(400, 4 * WINDOW_NS));
    rate.add(new RateMeter.Window(100, WINDOW_NS));
    rate.add(new RateMeter.Window(100, WINDOW_NS));

    assertThat(rate.iops()).isEqualTo(4000);
  }
}
