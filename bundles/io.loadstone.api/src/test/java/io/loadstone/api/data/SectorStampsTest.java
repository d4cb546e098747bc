package io.loadstone.api.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SectorStampsTest {
  private static final long FAR = 7L << 40;

  @Test
  void everyByteOfAnAlignedWriteIsRightAndAnyChangeOfOneIsFound() {
    MemorySegment buffer = MemorySegment.ofArray(new byte[4096]);
    SectorStamps.stamp(buffer, FAR, 4096, 99);

    assertThat(SectorStamps.firstWrong(buffer, FAR, 4096)).isEqualTo(-1);
    for (int at = 0; at < 4096; at++) {
      byte right = buffer.get(ValueLayout.JAVA_BYTE, at);
      buffer.set(ValueLayout.JAVA_BYTE, at, (byte) (right ^ 0x10));
      assertThat(SectorStamps.firstWrong(buffer, FAR, 4096)).isEqualTo(FAR + at / 512 * 512L);
      buffer.set(ValueLayout.JAVA_BYTE, at, right);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17, 100, 256, 263, 511})
  void aSectorIsFilledAsFarAsAskedAndTheRestIsZero(int filled) {
    byte[] bytes = new byte[4096];
    Arrays.fill(bytes, (byte) 7);
    MemorySegment buffer = MemorySegment.ofArray(bytes);
    SectorStamps.stamp(buffer, 0, FAR, 4096, 5, filled);

    assertThat(SectorStamps.firstWrong(buffer, FAR, 4096)).isEqualTo(-1);
    for (int sector = 0; sector < 8; sector++) {
      assertThat(Arrays.copyOfRange(bytes, sector * 512 + filled, sector * 512 + 512))
          .containsOnly(0);
    }
    buffer.set(ValueLayout.JAVA_BYTE, 4095, (byte) 1);
    assertThat(SectorStamps.firstWrong(buffer, FAR, 4096)).isEqualTo(FAR + 3584);
  }

  @Test
  void aDuplicateIsTheSameEverywhereAndRightOnlyWhereDuplicatesBelong() {
    MemorySegment one = MemorySegment.ofArray(new byte[8192]);
    MemorySegment other = MemorySegment.ofArray(new byte[8192]);
    SectorStamps.stampDuplicate(one, 0, 4096, 3, 512);
    SectorStamps.stamp(one, 4096, FAR + 4096, 4096, 1, 512);
    SectorStamps.stampDuplicate(other, 4096, 4096, 3, 512);

    assertThat(one.asSlice(0, 4096).mismatch(other.asSlice(4096, 4096))).isEqualTo(-1);
    SectorStamps.stampDuplicate(other, 0, 4096, 4, 512);
    assertThat(one.asSlice(0, 4096).mismatch(other.asSlice(0, 4096))).isEqualTo(0);
    assertThat(SectorStamps.firstWrong(one, FAR, 8192, true)).isEqualTo(-1);
    assertThat(SectorStamps.firstWrong(one, FAR, 8192)).isEqualTo(FAR);
    one.set(ValueLayout.JAVA_BYTE, 600, (byte) (one.get(ValueLayout.JAVA_BYTE, 600) + 1));
    assertThat(SectorStamps.firstWrong(one, FAR, 8192, true)).isEqualTo(FAR + 512);
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

    assertThat(SectorStamps.firstWrong(buffer, offset, length)).isEqualTo(-1);
    // A whole sector stands for itself; a part of one is no sector to anybody.
    for (int i = 0; i < count; i++) {
      MemorySegment sector = buffer.asSlice(first + i * 512L - offset, 512);
      assertThat(SectorStamps.firstWrong(sector, first + i * 512L, 512)).isEqualTo(-1);
    }
    assertThat(Arrays.copyOfRange(bytes, length, 8192))
        .as("nothing else is touched")
        .containsOnly(0);
    int zeroes = 0;
    for (int i = 0; i < length; i++) {
      zeroes += bytes[i] == 0 ? 1 : 0;
    }
    assertThat(zeroes).as("all of it is filled").isLessThan(8 + length / 64);
  }

  @Test
  void twoWritesOfTheSamePlaceDiffer() {
    MemorySegment one = MemorySegment.ofArray(new byte[512]);
    MemorySegment two = MemorySegment.ofArray(new byte[512]);
    SectorStamps.stamp(one, 512, 512, 1);
    SectorStamps.stamp(two, 512, 512, 2);

    assertThat(one.mismatch(two)).isNotEqualTo(-1);
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
