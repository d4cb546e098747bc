package io.loadstone.api.result;

/**
 * A latency distribution in numbers. All in nanoseconds; every field but {@code count} means
 * nothing if {@code count} is 0.
 *
 * <p>Percentiles are the highest value equivalent to the bucket that holds the rank (HdrHistogram
 * with 3 significant digits: within 0.1 %), never above {@code maxNs}. The mean is exact: sum by
 * count.
 *
 * @param count operations that it is made of
 */
public record LatencyFigures(
    long count,
    long minNs,
    double meanNs,
    double stddevNs,
    long p50Ns,
    long p90Ns,
    long p95Ns,
    long p99Ns,
    long p999Ns,
    long p9999Ns,
    long maxNs) {
  /** The figures of no operation at all. */
  public static final LatencyFigures NONE = new LatencyFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
