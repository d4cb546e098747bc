package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();

  @Test
  void whatHappensAtADescriptorEndsTheWaitForAll() {
    try (Arena arena = Arena.ofConfined()) {
      int zero = FileCalls.open(Path.of("/dev/zero"), FileCalls.O_RDWR, 0);
      Poll poll = new Poll(arena, 3);
      assertThat(poll.await(0)).isZero();
      poll.set(1, zero, Poll.IN | Poll.OUT);
      assertThat(poll.await(LONG_ENOUGH_NS)).isEqualTo(1);
      assertThat(poll.happened(0)).isZero();
      assertThat(poll.happened(1)).isEqualTo(Poll.IN | Poll.OUT);
      poll.set(1, -1, Poll.IN);
      assertThat(poll.await(0)).isZero();
      assertThat(FileCalls.close(zero)).isZero();
    }
  }

  @Test
  void itWaitsWholeMillisecondsAndNotTheRest() {
    try (Arena arena = Arena.ofConfined()) {
      Poll poll = new Poll(arena, 1);
      long beganNs = System.nanoTime();
      assertThat(poll.await(20_900_000)).isZero();
      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(20_000_000);
    }
  }
}
