package io.loadstone.sim.internal.model;

import io.loadstone.api.quantity.InvalidValueException;

/**
 * How data are spread over spindles. Levels 1 and 10 both stripe over mirrored pairs; two spindles
 * of level 1 are the plain mirror.
 */
public enum RaidLevel {
  RAID0("0", 1, 0, 1),
  RAID1("1", 2, 0, 2),
  RAID5("5", 3, 1, 1),
  RAID6("6", 4, 2, 1),
  RAID10("10", 4, 0, 2);

  private final String text;
  private final int leastSpindles;
  private final int parity;
  private final int copies;

  RaidLevel(String text, int leastSpindles, int parity, int copies) {
    this.text = text;
    this.leastSpindles = leastSpindles;
    this.parity = parity;
    this.copies = copies;
  }

  /**
   * Reads a level.
   *
   * @throws InvalidValueException if it is none of these
   */
  public static RaidLevel parse(String text) {
    for (RaidLevel level : values()) {
      if (level.text.equals(text)) {
        return level;
      }
    }
    throw new InvalidValueException(text, "0, 1, 5, 6 or 10");
  }

  /** The number. */
  public String text() {
    return text;
  }

  /** Whether it can be made of so many spindles. */
  public boolean fits(int spindles) {
    return spindles >= leastSpindles && spindles % copies == 0;
  }

  /** What {@link #fits}, as a phrase. */
  public String allowedSpindles() {
    return (copies == 2 ? "an even number of spindles, " : "") + leastSpindles + " or more";
  }

  /** Parity units in a row. */
  int parity() {
    return parity;
  }

  /** How many times each unit is stored. */
  int copies() {
    return copies;
  }

  /** Units of data in a row. */
  int dataUnits(int spindles) {
    return spindles / copies - parity;
  }

  /** The spindle of a unit of data; of copies the first, the others follow. */
  int dataSpindle(long row, int column, int spindles) {
    // The place of the parity goes round from row to row, so that every spindle has its share.
    return parity == 0 ? column * copies : (int) ((row + parity + column) % spindles);
  }

  /** The spindle of a unit of parity. */
  int paritySpindle(long row, int unit, int spindles) {
    return (int) ((row + unit) % spindles);
  }
}
