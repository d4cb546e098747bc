package io.loadstone.sim.internal.model;

/**
 * The mechanics of one kind of spindle.
 *
 * @param rpm rotations per minute
 * @param seekNs of the average random seek over the whole disk
 * @param trackSeekNs of the shortest seek
 * @param bytesPerSecond between platter and cache
 */
public record Disk(int rpm, long seekNs, long trackSeekNs, double bytesPerSecond) {
  // The distance between two random places of a disk of length 1 has the density 2 (1 - d); the
  // mean of its square root is 8/15.
  private static final double MEAN_ROOT_DISTANCE = 8.0 / 15;

  /** Time of one rotation. */
  public long rotationNs() {
    return Math.round(60e9 / rpm);
  }

  /**
   * Time to move the arm: short moves are all acceleration, so that it goes with the square root.
   *
   * @param distance as a share of the whole disk, 0 to 1; 0 is no move
   */
  public long seekNs(double distance) {
    if (distance <= 0) {
      return 0;
    }
    return trackSeekNs
        + Math.round((seekNs - trackSeekNs) / MEAN_ROOT_DISTANCE * Math.sqrt(distance));
  }

  /** Time to pass bytes under the head. */
  public long transferNs(long bytes) {
    return Math.round(bytes * 1e9 / bytesPerSecond);
  }
}
