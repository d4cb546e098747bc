package io.loadstone.api.result;

/**
 * What was done in one direction, or in both, over a stretch of time.
 *
 * @param operations completed without error
 * @param bytes moved by them
 * @param errors operations that failed or moved fewer bytes than asked for
 * @param iops operations per second
 * @param mbPerSecond 10^6 bytes per second
 * @param serviceTime submitted to completed
 * @param responseTime intended start to completed
 */
public record IoFigures(
    long operations,
    long bytes,
    long errors,
    double iops,
    double mbPerSecond,
    LatencyFigures serviceTime,
    LatencyFigures responseTime) {
  /** Nothing at all. */
  public static final IoFigures NONE =
      new IoFigures(0, 0, 0, 0, 0, LatencyFigures.NONE, LatencyFigures.NONE);
}
