package io.loadstone.itests.truth;

import io.loadstone.api.result.LatencyFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One measured figure against what is known.
 *
 * @param low least and
 * @param high greatest value that is right
 * @param conclusive whether the machine let the loops run well enough to judge this figure
 */
record Comparison(String what, double low, double high, double measured, boolean conclusive) {
  private static final double SHARE = 0.01;
  private static final double LEAST_NS = 20_000;

  /** A time: within 1 % or 20 us of a range, whichever is larger. */
  static Comparison ofTime(
      String what, double lowNs, double highNs, double measuredNs, boolean conclusive) {
    double toleranceNs = Math.max(SHARE * highNs, LEAST_NS);
    return new Comparison(
        what + ", us",
        (lowNs - toleranceNs) / 1e3,
        (highNs + toleranceNs) / 1e3,
        measuredNs / 1e3,
        conclusive);
  }

  /**
   * Mean and percentiles against known values of the same operations.
   *
   * @param known one for each measured operation, in any order
   * @param meanExcuseNs what waiting for a processor can have added to the mean. By Markov's
   *     inequality no more than its quotient by a lateness are as late as that; as many operations
   *     may have any value, so that a percentile may be that of a rank further up or down. If that
   *     is half of all above the percentile, nothing can be said of it
   */
  static List<Comparison> of(
      String what, double[] known, LatencyFigures measured, double meanExcuseNs) {
    double[] sorted = known.clone();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double late = meanExcuseNs / Math.max(SHARE * mean, LEAST_NS);
    List<Comparison> comparisons = new ArrayList<>();
    comparisons.add(
        ofTime(
            what + " mean",
            mean - meanExcuseNs,
            mean + meanExcuseNs,
            measured.meanNs(),
            meanExcuseNs <= Math.max(SHARE * mean, LEAST_NS)));
    double[] shares = {0.5, 0.99, 0.999};
    double[] figures = {measured.p50Ns(), measured.p99Ns(), measured.p999Ns()};
    for (int i = 0; i < shares.length; i++) {
      comparisons.add(
          ofTime(
              what + " p" + 100 * shares[i],
              at(sorted, shares[i] - late),
              at(sorted, shares[i] + late),
              figures[i],
              late < (1 - shares[i]) / 2));
    }
    return comparisons;
  }

  // The smallest value that a share of all does not exceed, as the product defines percentiles.
  private static double at(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  boolean agrees() {
    return measured >= low && measured <= high;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: right is %.3f to %.3f, measured was %.3f%s",
        what,
        low,
        high,
        measured,
        conclusive ? "" : " (not judged)");
  }
}
