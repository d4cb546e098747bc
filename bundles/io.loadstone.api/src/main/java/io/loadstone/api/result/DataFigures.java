package io.loadstone.api.result;

/**
 * What devices that compress and deduplicate could make of a sample of the data that a step wrote,
 * measured with zlib and SHA-256.
 *
 * @param sampledUnits how many units were looked at; 0 if the step wrote nothing, and then there
 *     are no figures
 * @param unitBytes length of each: the unit of the access specification, or its smallest operation
 *     if that is smaller
 * @param compressiblePercent by how much zlib shrinks the units, each by itself, 0 to 100
 * @param duplicatePercent share of the units whose content others in the sample have as well, 0 to
 *     100
 */
public record DataFigures(
    int sampledUnits, int unitBytes, double compressiblePercent, double duplicatePercent) {
  /** Nothing was written. */
  public static final DataFigures NONE = new DataFigures(0, 0, 0, 0);

  /** Whether there are figures. */
  public boolean known() {
    return sampledUnits > 0;
  }
}
