package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.PlainFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Operations that are longer than a server takes at once. */
@Timeout(60)
class PiecesTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  // Two whole pieces of 512 KiB and a part of one.
  private static final int LONG_BYTES = (1 << 20) + 4096;
  private static final int GAP_BYTES = 8192;

  private final Completions done = new Completions();
  private @TempDir Path export = Path.of("");

  @Test
  void aLongWriteAndALongReadMoveEveryByteToItsPlace() throws Exception {
    byte[] random = new byte[LONG_BYTES];
    new SplittableRandom(1).nextBytes(random);
    PlainFile.make(export.resolve("t"), GAP_BYTES + 2 * LONG_BYTES);
    try (Ganesha server = new Ganesha(export);
        IoQueue queue =
            new NfsEngine()
                .open(
                    List.of(Ganesha.target(server.uri("t", "nconnect=2"), true)),
                    new QueueOptions(2, LONG_BYTES, 4096))) {
      for (int slot = 0; slot < 2; slot++) {
        queue.buffer(slot).copyFrom(MemorySegment.ofArray(random));
        queue.offer(slot, 0, IoKind.WRITE, GAP_BYTES + slot * (long) LONG_BYTES, LONG_BYTES);
      }
      waitForBoth(queue);
      byte[] written = Files.readAllBytes(export.resolve("t"));
      assertThat(Arrays.copyOf(written, GAP_BYTES)).containsOnly(0);
      for (int slot = 0; slot < 2; slot++) {
        int from = GAP_BYTES + slot * LONG_BYTES;
        assertThat(Arrays.equals(written, from, from + LONG_BYTES, random, 0, LONG_BYTES)).isTrue();
        queue.buffer(slot).fill((byte) 0);
        queue.offer(slot, 0, IoKind.READ, from, LONG_BYTES);
      }
      waitForBoth(queue);
      for (int slot = 0; slot < 2; slot++) {
        assertThat(queue.buffer(slot).mismatch(MemorySegment.ofArray(random))).isEqualTo(-1);
      }
    }
  }

  private void waitForBoth(IoQueue queue) throws Exception {
    done.clear();
    for (int delivered = 0; delivered < 2; ) {
      delivered += queue.submitAndWait(2 - delivered, LONG_ENOUGH_NS, done);
    }
    assertThat(done.all()).extracting(Completion::result).containsOnly(LONG_BYTES);
  }
}
