package io.loadstone.engine.uring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.TargetFiles;
import io.loadstone.testkit.PlainFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingTest {
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;
  private static final RingSupport SUPPORT = RingSupport.probe();

  @TempDir Path dir;

  private final Arena arena = Arena.ofConfined();
  private TargetFiles files;
  private Ring ring;

  @BeforeAll
  static void needsIoUring() {
    assumeTrue(SUPPORT.unavailable().isEmpty(), () -> SUPPORT.unavailable().orElseThrow());
  }

  @BeforeEach
  void open() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    Files.writeString(file.path(), "loadstone");
    files = TargetFiles.open(List.of(file));
    ring = new Ring(arena, 4, SUPPORT.setupFlags());
  }

  @AfterEach
  void close() {
    ring.close();
    arena.close();
    files.close();
  }

  private void writeRead(int entry, MemorySegment buffer, long userData) {
    ring.write(
        entry,
        RingConstants.OP_READ,
        0,
        files.descriptors()[0],
        0,
        buffer.address(),
        9,
        0,
        0,
        userData);
  }

  private int completions() {
    return ring.completionTail() - ring.completionHead();
  }

  @Test
  void anEntryCanBeHandedOverAgainAsItIs() {
    MemorySegment buffer = arena.allocate(16);
    writeRead(2, buffer, 77);
    for (int round = 0; round < 20; round++) {
      buffer.fill((byte) 0);
      if (round == 10) {
        ring.forceAsynchronous(2);
      }
      ring.push(2);
      assertThat(ring.unsubmitted()).isEqualTo(1);
      assertThat(ring.enter(1, LONG_ENOUGH_NS)).isEqualTo(1);
      assertThat(ring.unsubmitted()).isZero();
      assertThat(completions()).isEqualTo(1);
      assertThat(ring.userData(ring.completionHead())).isEqualTo(77);
      assertThat(ring.result(ring.completionHead())).isEqualTo(9);
      assertThat(buffer.getString(0)).isEqualTo("loadstone");
      ring.seen(ring.completionHead() + 1);
      assertThat(completions()).isZero();
    }
  }

  @Test
  void whatIsWithdrawnIsNeverDone() {
    MemorySegment buffer = arena.allocate(16);
    writeRead(0, buffer, 1);
    writeRead(1, buffer, 2);
    ring.push(0);
    ring.push(1);
    ring.withdraw();
    assertThat(ring.unsubmitted()).isZero();
    assertThat(ring.enter(0, 0)).isZero();
    assertThat(completions()).isZero();
    assertThat(buffer.get(ValueLayout.JAVA_BYTE, 0)).isZero();
  }

  @Test
  void waitingForNothingEndsWithItsTimeout() {
    assertThat(ring.enter(1, 1_000_000)).isEqualTo(-Errno.ETIME.number());
  }

  @Test
  void moreCompletionsThanTheQueueHoldsAreKeptByTheKernel() {
    MemorySegment buffer = arena.allocate(16);
    for (int entry = 0; entry < 4; entry++) {
      writeRead(entry, buffer, entry);
    }
    // Four entries make a completion queue of eight.
    for (int round = 0; round < 5; round++) {
      for (int entry = 0; entry < 4; entry++) {
        ring.push(entry);
      }
      ring.enter(0, 0);
    }
    int seen = 0;
    while (completions() > 0 || ring.kernelHasWork() || ring.unsubmitted() > 0) {
      seen += completions();
      ring.seen(ring.completionTail());
      ring.enter(0, 0);
    }
    assertThat(seen).isEqualTo(20);
  }
}
