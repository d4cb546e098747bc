package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitingSlotsTest {

  @Test
  void theyComeOutByTimeAndThoseOfOneTimeInTheOrderOfTheirComing() {
    Random random = new Random(5);
    WaitingSlots waiting = new WaitingSlots(1);
    waiting.grow(500);
    List<long[]> expected = new ArrayList<>();
    // Around the overflow of the monotonic clock, where only differences count.
    for (int slot = 0; slot < 500; slot++) {
      long due = Long.MAX_VALUE - 20 + random.nextInt(40);
      waiting.add(slot, due);
      expected.add(new long[] {slot, due - Long.MAX_VALUE});
    }
    expected.sort(Comparator.comparingLong(e -> e[1]));

    for (long[] next : expected) {
      assertThat(waiting.firstDueNs() - Long.MAX_VALUE).isEqualTo(next[1]);
      assertThat(waiting.poll()).isEqualTo((int) next[0]);
    }
    assertThat(waiting.count()).isZero();
  }
}
