package io.loadstone.api.result;

/**
 * What the block devices behind the targets did over a stretch of time, as the kernel counts it:
 * for everybody who uses them, and each once, however many targets it holds. Beside what the
 * program moved they tell what the page cache answered. Every field is -1 if unknown: the device
 * behind a target is not told, there is none (tmpfs, a network), or it keeps no counters.
 *
 * @param readOperations requests that the devices completed, after the kernel merged them
 * @param readBytes read by them
 * @param writeOperations requests that the devices completed, after the kernel merged them
 * @param writeBytes written by them
 * @param queueLength requests in the devices, mean over the time
 * @param utilisationPercent share of the time in which the busiest of them had a request, 0 to 100;
 *     one that serves many at once may be far from its limit at 100
 */
public record DeviceFigures(
    long readOperations,
    long readBytes,
    long writeOperations,
    long writeBytes,
    double queueLength,
    double utilisationPercent) {
  /** Nothing is known. */
  public static final DeviceFigures UNKNOWN = new DeviceFigures(-1, -1, -1, -1, -1, -1);

  /** Whether there are figures. */
  public boolean known() {
    return readOperations >= 0;
  }

  /** Reads per second, if that was the time; -1 if unknown. */
  public double readIops(double seconds) {
    return perSecond(readOperations, seconds);
  }

  /** Writes per second, if that was the time; -1 if unknown. */
  public double writeIops(double seconds) {
    return perSecond(writeOperations, seconds);
  }

  private double perSecond(long operations, double seconds) {
    return known() && seconds > 0 ? operations / seconds : -1;
  }
}
