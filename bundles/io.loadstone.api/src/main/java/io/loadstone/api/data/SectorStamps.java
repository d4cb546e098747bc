package io.loadstone.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The data that Loadstone writes. Every sector begins with a stamp, and every other byte of it
 * follows from the stamp, so that a reader can tell of each sector whether it is whole and where it
 * was written to, whoever wrote it and when.
 *
 * <p>A sector has {@value #SECTOR_BYTES} bytes; its stamp has {@value #STAMP_BYTES}, little-endian:
 * a check of the place, then the key. The lowest bits of the key say how many bytes of the sector
 * are filled and whether it is a duplicate, the others are random. Each filled word is one of a
 * pool of random words, begun at a place that the key says, exclusive-or the key; the rest is zero.
 * The key hides the pool from every compressor: blocks from the same words have not four bytes in a
 * row in common. A duplicate's check does not depend on its place.
 *
 * <p><b>Allocation:</b> none but in {@link #fillRandom}. <b>Threads:</b> stateless.
 */
public final class SectorStamps {
  /** Distance of stamps. */
  public static final int SECTOR_BYTES = 512;

  /** Length of a stamp. */
  public static final int STAMP_BYTES = 16;

  private static final int WORDS = SECTOR_BYTES / Long.BYTES;
  private static final int POOL_WORDS = 1 << 13;
  private static final int POOL_SHIFT = Long.SIZE - 13;
  private static final long[] POOL = pool();

  // The key's lowest bits: filled bytes, 16 to 512, and above them whether it is a duplicate.
  private static final long FILLED_MASK = (1 << 10) - 1;
  private static final long DUPLICATE = 1 << 10;
  private static final long SAID = FILLED_MASK | DUPLICATE;

  // Keeps checks apart from zeroes and from what a foreign writer could leave there.
  private static final long PLACE_MIX = 0x9E3779B97F4A7C15L;
  private static final long CONTENT_MIX = 0xD1B54A32D192ED03L;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private SectorStamps() {}

  // Part of the format: the same words in every version.
  private static long[] pool() {
    long[] pool = new long[POOL_WORDS + WORDS];
    SplittableRandom random = new SplittableRandom(0x10AD5704EL);
    for (int i = 0; i < pool.length; i++) {
      pool[i] = random.nextLong();
    }
    return pool;
  }

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
   * Fills the first {@code lengthBytes} of a buffer with data that is unique and that no compressor
   * can shrink. Parts of sectors, at the begin and the end, get no stamp.
   *
   * @param buffer what will be written
   * @param offsetBytes where it will be written to
   * @param lengthBytes how much of it
   * @param serial differs from write to write
   */
  public static void stamp(MemorySegment buffer, long offsetBytes, int lengthBytes, long serial) {
    stamp(buffer, 0, offsetBytes, lengthBytes, serial, SECTOR_BYTES);
  }

  /**
   * Fills a part of a buffer with unique data. Parts of sectors get no stamp.
   *
   * @param at where the part begins in the buffer
   * @param offsetBytes where the part will be written to
   * @param lengthBytes of the part
   * @param serial differs from write to write
   * @param filledBytes of each sector, {@value #STAMP_BYTES} to {@value #SECTOR_BYTES}; the rest is
   *     zeroes, which a compressor removes
   */
  public static void stamp(
      MemorySegment buffer,
      long at,
      long offsetBytes,
      int lengthBytes,
      long serial,
      int filledBytes) {
    long base = mix(serial);
    int i = Math.min(lengthBytes, firstSector(offsetBytes));
    fillPart(buffer, at, i, mix(base + offsetBytes), filledBytes);
    for (; i <= lengthBytes - SECTOR_BYTES; i += SECTOR_BYTES) {
      long place = offsetBytes + i;
      long key = (mix(base + place) & ~SAID) | filledBytes;
      fill(buffer, at + i, placeCheck(place, key), key, filledBytes);
    }
    fillPart(buffer, at + i, lengthBytes - i, mix(base + offsetBytes + i), filledBytes);
  }

  private static void fillPart(
      MemorySegment buffer, long at, int lengthBytes, long key, int filledBytes) {
    int row = (int) (key >>> POOL_SHIFT);
    int filled = lengthBytes * filledBytes / SECTOR_BYTES;
    for (int i = 0; i < lengthBytes; i++) {
      long word = POOL[row + i / Long.BYTES] ^ key;
      byte random = (byte) (word >>> (i % Long.BYTES * Byte.SIZE));
      buffer.set(ValueLayout.JAVA_BYTE, at + i, i < filled ? random : 0);
    }
  }

  /**
   * Fills a part of a buffer with data that is the same wherever and whenever it is written.
   *
   * @param at where the part begins in the buffer
   * @param lengthBytes a multiple of {@value #SECTOR_BYTES}; its place in the target is one, too
   * @param content the same number gives the same bytes
   * @param filledBytes of each sector, as in {@link #stamp(MemorySegment, long, long, int, long,
   *     int)}
   */
  public static void stampDuplicate(
      MemorySegment buffer, long at, int lengthBytes, long content, int filledBytes) {
    long base = mix(content ^ CONTENT_MIX);
    for (int i = 0; i < lengthBytes; i += SECTOR_BYTES) {
      long key = (mix(base + i) & ~SAID) | DUPLICATE | filledBytes;
      fill(buffer, at + i, mix(key ^ CONTENT_MIX), key, filledBytes);
    }
  }

  private static void fill(MemorySegment buffer, long at, long check, long key, int filledBytes) {
    int row = (int) (key >>> POOL_SHIFT);
    int whole = filledBytes / Long.BYTES;
    for (int i = 0; i < whole; i++) {
      buffer.set(LONG, at + i * 8L, POOL[row + i] ^ key);
    }
    if (whole < WORDS) {
      buffer.set(LONG, at + whole * 8L, (POOL[row + whole] ^ key) & partOfWord(filledBytes));
      for (int i = whole + 1; i < WORDS; i++) {
        buffer.set(LONG, at + i * 8L, 0L);
      }
    }
    buffer.set(LONG, at, check);
    buffer.set(LONG, at + Long.BYTES, key);
  }

  private static long partOfWord(int filledBytes) {
    return (1L << (filledBytes % Long.BYTES * Byte.SIZE)) - 1;
  }

  /**
   * Finds the first whole sector in the buffer that is not as Loadstone wrote it to this place.
   *
   * @param buffer what was read
   * @param offsetBytes where it was read from
   * @param lengthBytes how much of it
   * @param duplicates whether duplicates belong there, too; of those only the content can be
   *     checked, not the place
   * @return its offset in the target, or -1 if every sector is right
   */
  public static long firstWrong(
      MemorySegment buffer, long offsetBytes, int lengthBytes, boolean duplicates) {
    for (int i = firstSector(offsetBytes); i <= lengthBytes - SECTOR_BYTES; i += SECTOR_BYTES) {
      if (!isRight(buffer, i, offsetBytes + i, duplicates)) {
        return offsetBytes + i;
      }
    }
    return -1;
  }

  /** As the other method, where no duplicates belong. */
  public static long firstWrong(MemorySegment buffer, long offsetBytes, int lengthBytes) {
    return firstWrong(buffer, offsetBytes, lengthBytes, false);
  }

  private static boolean isRight(MemorySegment buffer, long at, long place, boolean duplicates) {
    long key = buffer.get(LONG, at + Long.BYTES);
    int filledBytes = (int) (key & FILLED_MASK);
    boolean duplicate = (key & DUPLICATE) != 0;
    long check = duplicate ? mix(key ^ CONTENT_MIX) : placeCheck(place, key);
    if (buffer.get(LONG, at) != check
        || (duplicate && !duplicates)
        || filledBytes < STAMP_BYTES
        || filledBytes > SECTOR_BYTES) {
      return false;
    }
    int row = (int) (key >>> POOL_SHIFT);
    int whole = filledBytes / Long.BYTES;
    long differences = 0;
    for (int i = STAMP_BYTES / Long.BYTES; i < whole; i++) {
      differences |= buffer.get(LONG, at + i * 8L) ^ POOL[row + i] ^ key;
    }
    if (whole < WORDS) {
      long last = (POOL[row + whole] ^ key) & partOfWord(filledBytes);
      differences |= buffer.get(LONG, at + whole * 8L) ^ last;
      for (int i = whole + 1; i < WORDS; i++) {
        differences |= buffer.get(LONG, at + i * 8L);
      }
    }
    return differences == 0;
  }

  private static long placeCheck(long place, long key) {
    return mix(place ^ Long.rotateLeft(key, 32) ^ PLACE_MIX);
  }

  private static int firstSector(long offsetBytes) {
    return (int) Math.floorMod(-offsetBytes, (long) SECTOR_BYTES);
  }

  // The finishing function of SplitMix64 (Steele, Lea and Flood, 2014): a bijection.
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
