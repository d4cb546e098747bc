package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunClockTest {
  private static final long MS = 1_000_000L;
  private static final long EPOCH_MS = 1_796_064_233_123L;

  /**
   * B135, B137: the wall clock is read once, as an anchor; B069: no border of the monotonic clock
   * matters.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MIN_VALUE, Long.MAX_VALUE - 1})
  void aMomentIsTheAnchorAndTheMonotonicTimeSince(long anchorNs) {
    AtomicLong ns = new AtomicLong(anchorNs);
    RunClock clock = new RunClock(EPOCH_MS, ns::get);

    assertThat(clock.epochMs()).isEqualTo(EPOCH_MS);
    ns.addAndGet(3_600_000 * MS + MS - 1);
    assertThat(clock.epochMs()).isEqualTo(EPOCH_MS + 3_600_000);
    ns.addAndGet(1);
    assertThat(clock.epochMs()).isEqualTo(EPOCH_MS + 3_600_001);
    assertThat(clock.epochMs(anchorNs - MS)).isEqualTo(EPOCH_MS - 1);
  }

  /** B137: as long as nobody sets the wall clock, both tell the same time. */
  @Test
  void untouchedItIsTheWallClock() {
    long anchored;
    long told;
    long after;
    do { // a thread that others keep from a processor reads the clocks too far apart
      anchored = System.currentTimeMillis();
      RunClock clock = new RunClock(anchored, System::nanoTime);
      told = clock.epochMs();
      after = System.currentTimeMillis();
    } while (after - anchored > 2);

    // Each reading is cut to the millisecond.
    assertThat(told).isBetween(anchored - 2, after + 2);
  }
}
