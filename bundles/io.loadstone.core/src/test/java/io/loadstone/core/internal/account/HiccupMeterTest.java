package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiccupMeterTest {
  @ParameterizedTest
  @CsvSource({
    // Due and awake, in a window from 1000 to 2000.
    "1200, 1500, 300",
    // Of the ramp-up, and of draining after the end.
    "500, 900, 0",
    "2100, 9000, 0",
    // Half of it in the window.
    "800, 1100, 100",
    "1900, 2400, 100",
    "500, 9000, 1000",
    // Awake before it was due.
    "1500, 1400, 0",
  })
  void onlyWhatFallsIntoTheMeasuredTimeCounts(long dueNs, long awakeNs, long longestNs) {
    assertThat(new HiccupMeter.Window(1000, 2000).partOf(dueNs, awakeNs)).isEqualTo(longestNs);
    // The monotonic clock may be anywhere, and overflow in between.
    long far = Long.MAX_VALUE - 1500;
    assertThat(new HiccupMeter.Window(far + 1000, far + 2000).partOf(far + dueNs, far + awakeNs))
        .isEqualTo(longestNs);
  }
}
