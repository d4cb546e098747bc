package io.loadstone.core.internal.load;

/**
 * Ranks 0 to N - 1, rank k with a chance proportional to (k + 1)^-theta, by rejection-inversion (W.
 * Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", 1996): exact for any N, without a table or a sum over N. At most two draws in a
 * hundred are rejected.
 *
 * <p>In the paper's terms the weight of the real number x is h(x) = x^-theta, its integral is H,
 * and the area above the bar of k from H(k + 1/2) - h(k) to H(k + 1/2) stands for k.
 */
final class ZipfLaw implements PlaceLaw {
  private static final double SERIES_BELOW = 1e-8;

  private final double theta;
  private final long places;
  private final double areaFrom;
  private final double areaTo;
  private final double surelyWithin;

  /**
   * @param theta above 0
   * @param places N
   */
  ZipfLaw(double theta, long places) {
    this.theta = theta;
    this.places = places;
    // The bar of the first rank is its own whole area, so nothing before it is ever drawn.
    areaFrom = integral(1.5) - 1;
    areaTo = integral(places + 0.5);
    surelyWithin = 2 - inverse(integral(2.5) - weight(2));
  }

  @Override
  public long draw(RandomStream random) {
    while (true) {
      double area = areaTo + random.unit() * (areaFrom - areaTo);
      double x = inverse(area);
      long k = Math.clamp((long) (x + 0.5), 1, places);
      if (k - x <= surelyWithin || area >= integral(k + 0.5) - weight((double) k)) {
        return k - 1;
      }
    }
  }

  private double weight(double x) {
    return Math.exp(-theta * Math.log(x));
  }

  // From 1 to x. For theta near 1 the plain formula would divide two small numbers.
  private double integral(double x) {
    double log = Math.log(x);
    double power = (1 - theta) * log;
    return Math.abs(power) > SERIES_BELOW ? Math.expm1(power) / (1 - theta) : log * (1 + power / 2);
  }

  private double inverse(double area) {
    // Rounding may carry the product below the value that the integral never reaches.
    double power = Math.max(-1, (1 - theta) * area);
    return Math.exp(
        Math.abs(power) > SERIES_BELOW ? Math.log1p(power) / (1 - theta) : area * (1 - power / 2));
  }
}
