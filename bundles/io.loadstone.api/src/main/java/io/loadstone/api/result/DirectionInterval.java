package io.loadstone.api.result;

/**
 * What completed in one direction in one interval.
 *
 * @param figures the numbers; rates are by the interval's real length
 * @param serviceHistogram behind {@code figures.serviceTime()}
 * @param responseHistogram behind {@code figures.responseTime()}
 */
public record DirectionInterval(
    IoFigures figures, EncodedHistogram serviceHistogram, EncodedHistogram responseHistogram) {
  /** Nothing completed. */
  public static final DirectionInterval NONE =
      new DirectionInterval(IoFigures.NONE, EncodedHistogram.EMPTY, EncodedHistogram.EMPTY);
}
