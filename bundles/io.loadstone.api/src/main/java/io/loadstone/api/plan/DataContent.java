package io.loadstone.api.plan;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;

/**
 * What is written: how far a device that compresses or deduplicates can shrink it.
 *
 * <p>Compressibility holds for every sector of 512 bytes, and so for every larger block: each has
 * its share of random bytes, the rest is zeroes. A duplicate is a unit whose every byte is that of
 * other units; all other units are like no other one that was ever written.
 *
 * @param compressiblePercent by how much a compressor shrinks each block, 0 to {@value
 *     #MOST_COMPRESSIBLE}
 * @param duplicatePercent share of the units that are duplicates, 0 to 100
 * @param unitBytes length and alignment of what may be a duplicate: a power of two, {@value
 *     #LEAST_UNIT} to {@value #MOST_UNIT}
 */
public record DataContent(double compressiblePercent, double duplicatePercent, int unitBytes) {
  /** Stamps, which let a verify phase tell what was written, can't be compressed. */
  public static final double MOST_COMPRESSIBLE = 95;

  /** The smallest unit, a sector. */
  public static final int LEAST_UNIT = 512;

  /** The largest unit. */
  public static final int MOST_UNIT = 1 << 20;

  /** The unit of who names none. */
  public static final int DEFAULT_UNIT = 4096;

  /** The default: nothing can be compressed, nothing is there twice. */
  public static final DataContent UNIQUE = new DataContent(0, 0, DEFAULT_UNIT);

  public DataContent {
    if (!(compressiblePercent >= 0 && compressiblePercent <= MOST_COMPRESSIBLE)) {
      throw new InvalidValueException(Percentages.format(compressiblePercent), "0% to 95%");
    }
    if (!(duplicatePercent >= 0 && duplicatePercent <= 100)) {
      throw new InvalidValueException(Percentages.format(duplicatePercent), "0% to 100%");
    }
    if (unitBytes < LEAST_UNIT || unitBytes > MOST_UNIT || Integer.bitCount(unitBytes) != 1) {
      throw new InvalidValueException(
          Sizes.format(unitBytes), "a power of two from 512 bytes to 1MiB");
    }
  }

  /** Whether some units are like others. */
  public boolean duplicates() {
    return duplicatePercent > 0;
  }
}
