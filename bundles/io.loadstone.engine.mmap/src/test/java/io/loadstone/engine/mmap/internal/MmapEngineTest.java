package io.loadstone.engine.mmap.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class MmapEngineTest extends IoEngineContract {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 64;

  private final Completions done = new Completions();

  @Override
  protected IoEngine newEngine() {
    return new MmapEngine();
  }

  private static QueueOptions options() {
    return new QueueOptions(1, 65_536, BLOCK);
  }

  private int resultOf(IoQueue queue, IoKind kind, long offsetBytes, int lengthBytes)
      throws IOException {
    done.clear();
    queue.offer(0, 0, kind, offsetBytes, lengthBytes);
    queue.submitAndWait(1, 0, done);
    return done.only().result();
  }

  @Test
  void namesTheCureForATargetThatIsToBypassThePageCache() throws Exception {
    PlainFile direct = PlainFile.make(dir.resolve("t"), 8192).past(BLOCK);
    assertThat(newEngine().refuses(direct.traits()).orElseThrow())
        .contains("page cache")
        .contains(direct.uri().text())
        .contains("direct: off");
    assertThatThrownBy(() -> newEngine().open(List.of(direct), options()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("direct: off");
  }

  // A SIGBUS at each operation. Interpreted code, each compiler and code that was thrown away after
  // a fault must all turn it into the result of pread, and none of them lose the error to a caller.
  @RepeatedTest(3)
  void aFileThatIsCutOffAgainAndAgainNeverHarmsTheProcess() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), BLOCKS * BLOCK);
    try (RandomAccessFile other = new RandomAccessFile(file.path().toFile(), "rw");
        IoQueue queue = newEngine().open(List.of(file), options())) {
      for (int round = 0; round < 200; round++) {
        int kept = round % 3 == 0 ? 0 : 7 * BLOCK + 100;
        other.setLength(BLOCKS * BLOCK);
        for (int i = 0; i < 500; i++) {
          assertThat(resultOf(queue, IoKind.READ, (i % BLOCKS) * (long) BLOCK, BLOCK))
              .isEqualTo(BLOCK);
        }
        other.setLength(kept);
        assertThat(resultOf(queue, IoKind.READ, 20 * BLOCK, BLOCK)).isZero();
        // Begins before the end and crosses it.
        assertThat(resultOf(queue, IoKind.READ, 4 * BLOCK, 8 * BLOCK))
            .isEqualTo(Math.max(0, kept - 4 * BLOCK));
      }
    }
  }

  @Test
  void aWriteBehindTheNewEndOfAFileArrivesAsThatOfPwriteDoes() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), BLOCKS * BLOCK);
    try (RandomAccessFile other = new RandomAccessFile(file.path().toFile(), "rw");
        IoQueue queue = newEngine().open(List.of(file), options())) {
      queue.buffer(0).fill((byte) 7);
      for (int round = 0; round < 2_000; round++) {
        other.setLength(0);
        assertThat(resultOf(queue, IoKind.WRITE, 3 * BLOCK, BLOCK)).isEqualTo(BLOCK);
        other.seek(4 * BLOCK - 1);
        assertThat(other.read()).isEqualTo(7);
      }
    }
  }

  @Test
  void reachesWhatLiesBeyondTwoGibibytes() throws Exception {
    long size = 5L << 30;
    PlainFile file = PlainFile.make(dir.resolve("sparse"), size);
    long place = size - 65_536;
    try (IoQueue queue = newEngine().open(List.of(file), options())) {
      SectorStamps.fillRandom(queue.buffer(0), 1);
      SectorStamps.stamp(queue.buffer(0), place, 65_536, 1);
      assertThat(resultOf(queue, IoKind.WRITE, place, 65_536)).isEqualTo(65_536);
      assertThat(resultOf(queue, IoKind.FLUSH, 0, 0)).isZero();
      queue.buffer(0).fill((byte) 0);
      assertThat(resultOf(queue, IoKind.READ, place, 65_536)).isEqualTo(65_536);
      assertThat(SectorStamps.firstWrong(queue.buffer(0), place, 65_536)).isEqualTo(-1);
    }
    try (RandomAccessFile other = new RandomAccessFile(file.path().toFile(), "r")) {
      byte[] content = new byte[65_536];
      other.seek(place);
      other.readFully(content);
      assertThat(
              SectorStamps.firstWrong(
                  java.lang.foreign.MemorySegment.ofArray(content), place, 65_536))
          .isEqualTo(-1);
    }
  }

  @Test
  void takesEachAdviceThatItDeclares() throws Exception {
    EngineOption advice =
        newEngine().traits().options().stream()
            .filter(option -> option.name().equals("advice"))
            .findFirst()
            .orElseThrow();
    PlainFile file = PlainFile.make(dir.resolve("t"), BLOCKS * BLOCK);
    for (String value : advice.values()) {
      QueueOptions options = new QueueOptions(1, BLOCK, BLOCK, Map.of("advice", value));
      try (IoQueue queue = newEngine().open(List.of(file), options)) {
        assertThat(resultOf(queue, IoKind.READ, 0, BLOCK)).isEqualTo(BLOCK);
      }
    }
  }

  @Test
  void anEmptyFileReadsAsEmpty() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 0);
    try (IoQueue queue = newEngine().open(List.of(file), options())) {
      assertThat(resultOf(queue, IoKind.READ, 0, BLOCK)).isZero();
    }
  }
}
