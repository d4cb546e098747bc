package io.loadstone.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The data that Loadstone writes. A buffer is filled once with random bytes, which no compressor
 * can shrink; before each write every sector in it gets a stamp, so that no two sectors ever
 * written are alike and a reader can tell whether a sector is where it was written to.
 *
 * <p>A stamp is the first {@value #STAMP_BYTES} bytes of a sector of {@value #SECTOR_BYTES} bytes,
 * little-endian: the sector's offset in its target mixed with a constant, then a serial number.
 *
 * <p><b>Allocation:</b> none but in {@link #fillRandom}. <b>Threads:</b> stateless.
 */
public final class SectorStamps {
  /** Distance of stamps. */
  public static final int SECTOR_BYTES = 512;

  /** Length of a stamp. */
  public static final int STAMP_BYTES = 16;

  // The offset is kept apart from small numbers, zeroes and text that a foreign writer could leave
  // there.
  private static final long OFFSET_MIX = 0x9E3779B97F4A7C15L;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private SectorStamps() {}

  /**
   * Fills a buffer with random bytes.
   *
   * @param seed the same seed gives the same bytes
   */
  public static void fillRandom(MemorySegment buffer, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long at = 0;
    for (; at + Long.BYTES <= buffer.byteSize(); at += Long.BYTES) {
      buffer.set(LONG, at, random.nextLong());
    }
    for (; at < buffer.byteSize(); at++) {
      buffer.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
  }

  /**
   * Stamps every whole sector of the target that lies in the first {@code lengthBytes} of the
   * buffer.
   *
   * @param buffer what will be written
   * @param offsetBytes where it will be written to
   * @param lengthBytes how much of it
   * @param serial differs from write to write
   */
  public static void stamp(MemorySegment buffer, long offsetBytes, int lengthBytes, long serial) {
    for (int at = firstSector(offsetBytes); at <= lengthBytes - SECTOR_BYTES; at += SECTOR_BYTES) {
      buffer.set(LONG, at, (offsetBytes + at) ^ OFFSET_MIX);
      buffer.set(LONG, at + 8L, serial);
    }
  }

  /**
   * Finds the first whole sector in the buffer whose stamp does not say that it belongs there.
   *
   * @param buffer what was read
   * @param offsetBytes where it was read from
   * @param lengthBytes how much of it
   * @return its offset in the target, or -1 if every stamp is right
   */
  public static long firstWrong(MemorySegment buffer, long offsetBytes, int lengthBytes) {
    for (int at = firstSector(offsetBytes); at <= lengthBytes - SECTOR_BYTES; at += SECTOR_BYTES) {
      if (buffer.get(LONG, at) != ((offsetBytes + at) ^ OFFSET_MIX)) {
        return offsetBytes + at;
      }
    }
    return -1;
  }

  private static int firstSector(long offsetBytes) {
    return (int) Math.floorMod(-offsetBytes, (long) SECTOR_BYTES);
  }
}
