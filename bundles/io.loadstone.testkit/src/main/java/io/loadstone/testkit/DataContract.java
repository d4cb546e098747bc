package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.Completions.Completion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every engine must do with data, and with operations that fail. */
abstract class DataContract extends SlotContract {
  // Errors are negated numbers of asm-generic/errno-base.h.
  private static final int EBADF = -9;

  @Test
  void whatIsWrittenIsReadBackFromWhereItWasWritten() throws Exception {
    needsRealIo();
    writeAndReadBack(target("t", SIZE_BYTES));
  }

  @Test
  void directIoMovesTheSameData() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    PlainFile direct = ((PlainFile) target).past(BLOCK_BYTES);
    assumeTrue(
        engine.refuses(direct.traits()).isEmpty(),
        () -> engine.refuses(direct.traits()).orElse("drives it after all"));
    assumeTrue(canBeDirect(direct), "no direct I/O on the file system of " + dir);
    writeAndReadBack(direct);
  }

  private void writeAndReadBack(Target target) throws IOException {
    try (IoQueue queue = open(someDepth(), target)) {
      for (int slot = 0; slot < queue.depth(); slot++) {
        SectorStamps.fillRandom(queue.buffer(slot), slot);
      }
      transferEveryBlock(queue, IoKind.WRITE);
      for (int slot = 0; slot < queue.depth(); slot++) {
        queue.buffer(slot).fill((byte) 0);
      }
      transferEveryBlock(queue, IoKind.READ);
    }
    // Nobody but the JDK looks at the file here.
    MemorySegment content = MemorySegment.ofArray(Files.readAllBytes(dir.resolve("t")));
    assertThat(SectorStamps.firstWrong(content, 0, SIZE_BYTES)).isEqualTo(-1);
  }

  private void transferEveryBlock(IoQueue queue, IoKind kind) throws IOException {
    int depth = queue.depth();
    for (long base = 0; base < SIZE_BYTES; base += (long) depth * BLOCK_BYTES) {
      for (int slot = 0; slot < depth; slot++) {
        long offsetBytes = base + (long) slot * BLOCK_BYTES;
        if (kind == IoKind.WRITE) {
          SectorStamps.stamp(queue.buffer(slot), offsetBytes, BLOCK_BYTES, 7);
        }
        assertThat(queue.offer(slot, 0, kind, offsetBytes, BLOCK_BYTES)).isTrue();
      }
      done.clear();
      assertThat(queue.submitAndWait(depth, LONG_ENOUGH_NS, done)).isEqualTo(depth);
      assertThat(done.all()).allMatch(completion -> completion.result() == BLOCK_BYTES);
      for (int slot = 0; slot < depth; slot++) {
        assertThat(
                SectorStamps.firstWrong(
                    queue.buffer(slot), base + (long) slot * BLOCK_BYTES, BLOCK_BYTES))
            .isEqualTo(-1);
      }
    }
  }

  private boolean canBeDirect(PlainFile target) {
    try (IoQueue queue = open(1, target)) {
      return queue.depth() == 1;
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("EINVAL (22)");
      return false;
    }
  }

  @Test
  void drivesSeveralTargetsOnOneQueue() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, target("a", SIZE_BYTES), target("b", SIZE_BYTES))) {
      MemorySegment buffer = queue.buffer(0);
      for (int target = 0; target < 2; target++) {
        buffer.fill((byte) ('a' + target));
        queue.offer(0, target, IoKind.WRITE, 8192, 512);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      }
      assertThat(Files.readAllBytes(dir.resolve("a"))[8192]).isEqualTo((byte) 'a');
      assertThat(Files.readAllBytes(dir.resolve("b"))[8192]).isEqualTo((byte) 'b');
      queue.offer(0, 0, IoKind.READ, 8192, 512);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(buffer.get(ValueLayout.JAVA_BYTE, 511)).isEqualTo((byte) 'a');
    }
  }

  @Test
  void aFlushGivesZeroAndTheNextTransferIsUnharmed() throws Exception {
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      for (IoKind kind : List.of(IoKind.WRITE, IoKind.FLUSH, IoKind.READ, IoKind.FLUSH)) {
        boolean flush = kind == IoKind.FLUSH;
        done.clear();
        assertThat(queue.offer(0, 0, kind, flush ? 0 : 512, flush ? 0 : 1024)).isTrue();
        assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
        assertThat(done.only()).isEqualTo(new Completion(0, flush ? 0 : 1024));
      }
    }
  }

  // ---- failures are data

  @Test
  void readsPastTheEndAreShortThenEmpty() throws Exception {
    needsRealIo();
    int sizeBytes = 10_000 / unitBytes() * unitBytes();
    try (IoQueue queue = open(1, target("t", sizeBytes))) {
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isEqualTo(sizeBytes - 8192);
      assertThat(resultOf(queue, IoKind.READ, 16_384, 4096)).isZero();
    }
  }

  @Test
  void aFileThatIsCutOffReadsAsItsNewEnd() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    try (IoQueue queue = open(1, target)) {
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isEqualTo(4096);
      PlainFile.make(dir.resolve("t"), 0);
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isZero();
    }
  }

  @Test
  void aWriteToAReadOnlyTargetIsANegatedErrno() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, readOnly(target("t", SIZE_BYTES)))) {
      assertThat(resultOf(queue, IoKind.WRITE, 0, 512)).isEqualTo(EBADF);
      assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
    }
  }
}
