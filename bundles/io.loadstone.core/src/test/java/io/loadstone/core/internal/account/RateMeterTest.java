package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateMeterTest {
  private final Recorder first = new Recorder(true, true, false);
  private final Recorder second = new Recorder(true, true, false);
  private final AtomicLong now = new AtomicLong(17);

  private static void completes(Recorder recorder, boolean read, int operations) {
    long entered = recorder.enter();
    for (int i = 0; i < operations; i++) {
      recorder.buffer().completed(read, 100, 200, 4096);
    }
    recorder.buffer().failed(read);
    recorder.exit(entered);
  }

  @Test
  void eachWindowHasWhatCompletedInItAndItsLength() {
    RateMeter meter = new RateMeter(List.of(first, second), now::get);
    completes(first, true, 3);
    completes(second, false, 4);
    now.addAndGet(500_000_000L);
    RateMeter.Window window = meter.next();

    assertThat(window).isEqualTo(new RateMeter.Window(7, 500_000_000L));
    assertThat(window.iops()).isEqualTo(14);

    completes(first, false, 1);
    now.addAndGet(250_000_000L);
    assertThat(meter.next()).isEqualTo(new RateMeter.Window(1, 250_000_000L));
    assertThat(meter.next().iops()).isZero();
  }
}
