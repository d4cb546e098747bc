package io.loadstone.api.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectorStampsTest {
  private static final long FAR = 7L << 40;

  @Test
  void everySectorOfAnAlignedWriteIsStamped() {
    byte[] bytes = new byte[4096];

    SectorStamps.stamp(MemorySegment.ofArray(bytes), FAR, 4096, 99);

    ByteBuffer stamped = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int sector = 0; sector < 8; sector++) {
      assertThat(stamped.getLong(sector * 512) ^ 0x9E3779B97F4A7C15L)
          .isEqualTo(FAR + sector * 512L);
      assertThat(stamped.getLong(sector * 512 + 8)).isEqualTo(99);
      assertThat(Arrays.copyOfRange(bytes, sector * 512 + 16, sector * 512 + 512)).containsOnly(0);
    }
    assertThat(SectorStamps.firstWrong(MemorySegment.ofArray(bytes), FAR, 4096)).isEqualTo(-1);
  }

  @Test
  void aSectorThatBelongsElsewhereIsFound() {
    MemorySegment buffer = MemorySegment.ofArray(new byte[4096]);
    SectorStamps.stamp(buffer, FAR, 4096, 1);
    MemorySegment third = MemorySegment.ofArray(new byte[512]);
    SectorStamps.stamp(third, FAR, 512, 1);
    MemorySegment.copy(third, 0, buffer, 1024, 512);

    assertThat(SectorStamps.firstWrong(buffer, FAR, 4096)).isEqualTo(FAR + 1024);
    assertThat(SectorStamps.firstWrong(buffer, FAR, 1024)).isEqualTo(-1);
    assertThat(SectorStamps.firstWrong(buffer, FAR + 4096, 4096)).isEqualTo(FAR + 4096);
  }

  @Test
  void zeroesAreNoStampEvenAtTheBeginOfATarget() {
    assertThat(SectorStamps.firstWrong(MemorySegment.ofArray(new byte[512]), 0, 512)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    // offset, length, first stamped sector, how many
    "100, 4096, 512, 7",
    "511, 513, 512, 1",
    "511, 512, 512, 0",
    "1, 511, 512, 0",
    "512, 1023, 512, 1",
    "1024, 100, 1024, 0",
  })
  void onlyWholeSectorsOfTheTargetAreStamped(long offset, int length, long first, int count) {
    byte[] bytes = new byte[8192];
    MemorySegment buffer = MemorySegment.ofArray(bytes);

    SectorStamps.stamp(buffer, offset, length, -1);

    for (int i = 0; i < count; i++) {
      int at = (int) (first + i * 512L - offset);
      assertThat(buffer.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L)).isEqualTo(-1);
      Arrays.fill(bytes, at, at + 16, (byte) 0);
    }
    assertThat(bytes).as("nothing else is touched").containsOnly(0);
  }

  @Test
  void twoWritesOfTheSamePlaceDiffer() {
    MemorySegment one = MemorySegment.ofArray(new byte[512]);
    MemorySegment two = MemorySegment.ofArray(new byte[512]);
    SectorStamps.stamp(one, 512, 512, 1);
    SectorStamps.stamp(two, 512, 512, 2);

    assertThat(one.mismatch(two)).isEqualTo(8);
  }

  @Test
  void noCompressorShrinksTheBytes() {
    byte[] bytes = new byte[1 << 20];
    SectorStamps.fillRandom(MemorySegment.ofArray(bytes), 5);
    byte[] packed = new byte[2 << 20];
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(bytes);
    deflater.finish();

    assertThat(deflater.deflate(packed)).isGreaterThanOrEqualTo(bytes.length);
    deflater.end();
  }

  @Test
  void theSeedDecidesTheBytesOfBuffersOfAnyLength() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(1003);
      MemorySegment same = arena.allocate(1003);
      MemorySegment other = arena.allocate(1003);
      SectorStamps.fillRandom(one, 1);
      SectorStamps.fillRandom(same, 1);
      SectorStamps.fillRandom(other, 2);

      assertThat(one.mismatch(same)).isEqualTo(-1);
      assertThat(one.mismatch(other)).isNotEqualTo(-1);
      assertThat(one.asSlice(1000).toArray(ValueLayout.JAVA_BYTE)).isNotEqualTo(new byte[3]);
    }
  }
}
