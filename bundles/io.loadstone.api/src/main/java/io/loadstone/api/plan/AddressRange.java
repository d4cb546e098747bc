package io.loadstone.api.plan;

import java.math.BigDecimal;

/**
 * A part of a target. Its resolved bounds are aligned down to the operations' alignment.
 *
 * @param from where it begins
 * @param to where it ends (exclusive)
 */
public record AddressRange(Bound from, Bound to) {
  /** From the first byte to the last. */
  public static final AddressRange WHOLE =
      new AddressRange(new Bound(Unit.BYTES, 0), new Bound(Unit.PERCENT, 100));

  /**
   * A place in a target.
   *
   * @param unit what {@code value} counts
   * @param value bytes, or percent of the target's size
   */
  public record Bound(Unit unit, double value) {
    /** The place in a target of this size, in bytes. */
    public long resolveBytes(long sizeBytes) {
      // In decimal: 57% of 100 bytes are 57 bytes, not the 56 of binary fractions.
      return unit == Unit.BYTES
          ? (long) value
          : BigDecimal.valueOf(sizeBytes)
              .multiply(BigDecimal.valueOf(value))
              .movePointLeft(2)
              .longValue();
    }
  }

  /** What a bound counts. */
  public enum Unit {
    BYTES,
    PERCENT
  }
}
