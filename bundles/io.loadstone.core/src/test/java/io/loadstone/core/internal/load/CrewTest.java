package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What is known of the threads of a piece of work. */
class CrewTest {
  private static final long SPIN_NS = 500_000_000L;

  /** Who only spins either has a processor or waits for one, whoever else is on the machine. */
  @Test
  void whatASpinningThreadDidNotRunItWaited() {
    int threads = 2 * Runtime.getRuntime().availableProcessors();
    CountDownLatch all = new CountDownLatch(threads);
    Crew crew = new Crew("spin", Collections.nCopies(threads, () -> spin(all)));
    crew.start(new LoadControl());
    assertThat(crew.awaitEnd(60_000_000_000L)).isTrue();

    double ranNs = (double) crew.cpuNs() / threads;
    double waitedNs = crew.waitNs();
    // Twice as many as processors, at least: half of the time or more is spent waiting.
    assertThat(waitedNs).isGreaterThan(0.3 * SPIN_NS);
    assertThat(ranNs + waitedNs).isGreaterThan(0.9 * SPIN_NS);
    // After the end it is the same.
    assertThat((double) crew.waitNs()).isEqualTo(waitedNs, within(0.0));
  }

  private static void spin(CountDownLatch all) {
    all.countDown();
    try {
      all.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    long end = System.nanoTime() + SPIN_NS;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void ofThreadsThatNeverBeganNothingIsKnown() {
    assertThat(new Crew("none", List.of(() -> {})).waitNs()).isEqualTo(-1);
  }
}
