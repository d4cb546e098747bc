package io.loadstone.api.plan;

import java.time.Duration;

/**
 * One line of an access specification (an Iometer access line).
 *
 * @param sizeBytes length of each operation, 1 to 1 GiB
 * @param sharePercent share of the operations that are of this line; the lines' shares sum to 100
 * @param readPercent share of reads among them, 0 to 100
 * @param randomPercent chance that an operation jumps instead of following the stream, 0 to 100
 * @param burst operations sent at once after each delay, 1 or more
 * @param delay waited before each burst; zero for none
 * @param alignBytes what offsets are multiples of, 1 or more
 */
public record AccessLine(
    int sizeBytes,
    double sharePercent,
    double readPercent,
    double randomPercent,
    int burst,
    Duration delay,
    int alignBytes) {

  /** A line that is the whole specification: share 100, no bursts, aligned to its size. */
  public static AccessLine of(int sizeBytes, double readPercent, double randomPercent) {
    return new AccessLine(sizeBytes, 100, readPercent, randomPercent, 1, Duration.ZERO, sizeBytes);
  }
}
