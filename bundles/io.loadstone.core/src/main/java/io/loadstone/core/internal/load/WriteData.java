package io.loadstone.core.internal.load;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.plan.DataContent;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Makes the content of one loop's writes: a share of the units are one of a number of duplicates,
 * which are the same everywhere and always; every other unit is unlike all that was ever written,
 * by this run or another, whatever the seed.
 *
 * <p><b>Threads:</b> confined to one. <b>Allocation:</b> none once made.
 */
final class WriteData {
  private static final int SAMPLED_CONTENTS = 8;
  private static final int UNITS_PER_CONTENT = 1024;

  // What compressors need for a sector beyond its filled bytes, to say where the zeroes are: zlib 4
  // to 12, LZ4 5 to 8 bytes, measured with blocks of 4 to 128 KiB.
  private static final int OVERHEAD_BYTES = 7;

  private final DataContent data;
  private final int filledBytes;
  private final double duplicateChance;
  private final long[] contents;
  private final DataSample sample;
  private final RandomStream random;
  private long serial;

  /**
   * @param targetSizesBytes a larger target gets more different duplicates
   * @param sample gets some of the units
   */
  WriteData(DataContent data, long[] targetSizesBytes, DataSample sample) {
    this.data = data;
    this.sample = sample;
    filledBytes = filledBytes(data.compressiblePercent());
    duplicateChance = data.duplicatePercent() / 100;
    contents = new long[targetSizesBytes.length];
    for (int t = 0; t < contents.length; t++) {
      contents[t] =
          SAMPLED_CONTENTS
              * Math.max(
                  1, targetSizesBytes[t] / data.unitBytes() / UNITS_PER_CONTENT / SAMPLED_CONTENTS);
    }
    long unlikeAnyOther = new SplittableRandom().nextLong();
    random = new RandomStream(unlikeAnyOther);
    serial = random.next();
  }

  static int filledBytes(double compressiblePercent) {
    if (compressiblePercent == 0) {
      return SectorStamps.SECTOR_BYTES;
    }
    double incompressible = SectorStamps.SECTOR_BYTES * (1 - compressiblePercent / 100);
    return Math.clamp(
        Math.round(incompressible - OVERHEAD_BYTES),
        SectorStamps.STAMP_BYTES,
        SectorStamps.SECTOR_BYTES);
  }

  /** Fills what will be written to a place. */
  void fill(MemorySegment buffer, int target, long offsetBytes, int lengthBytes) {
    if (duplicateChance > 0) {
      for (int at = 0; at < lengthBytes; at += data.unitBytes()) {
        fillUnit(buffer, at, target, offsetBytes + at);
      }
    } else {
      SectorStamps.stamp(buffer, 0, offsetBytes, lengthBytes, serial++, filledBytes);
      sample.offer(buffer, 0, lengthBytes);
    }
  }

  private void fillUnit(MemorySegment buffer, int at, int target, long offsetBytes) {
    int unit = data.unitBytes();
    // Of the duplicates, the sample has all copies of some and none of the others, so that their
    // share in it is right.
    long sampled = contents[target] / SAMPLED_CONTENTS;
    long content;
    if (random.unit() < duplicateChance) {
      content = random.below(contents[target]);
      SectorStamps.stampDuplicate(buffer, at, unit, content, filledBytes);
    } else {
      content = serial++;
      SectorStamps.stamp(buffer, at, offsetBytes, unit, content, filledBytes);
    }
    if (Long.remainderUnsigned(content, sampled) == 0) {
      sample.offer(buffer, at, unit);
    }
  }
}
