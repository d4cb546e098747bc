package io.loadstone.core.internal.load;

import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Distribution.Hot;

/**
 * Draws places, numbered from 0, after a distribution's law. Immutable; a draw neither allocates
 * nor depends on anything but the random stream.
 */
interface PlaceLaw {
  /** The next place. */
  long draw(RandomStream random);

  /**
   * The law of a distribution.
   *
   * @param places how many there are, 1 or more
   * @param target number of the target, so that two of them do not have their hot places alike
   * @throws IllegalArgumentException if the places are too few; the message is a phrase
   */
  static PlaceLaw of(Distribution distribution, long places, int target) {
    return switch (distribution) {
      // How far a coverage is belongs to all workers together, so SharedPlaces has it.
      case Distribution.Uniform _, Distribution.FullCoverage _ -> random -> random.below(places);
      case Distribution.Zipf zipf ->
          placed(new ZipfLaw(zipf.theta(), places), zipf.hot(), places, target);
      case Distribution.Pareto pareto ->
          placed(paretoLaw(pareto.h(), places), pareto.hot(), places, target);
      case Distribution.Normal normal -> normalLaw(normal, places);
      case Distribution.Zones zones -> new ZonedLaw(zones.zones(), places);
    };
  }

  private static PlaceLaw placed(PlaceLaw ranks, Hot hot, long places, int target) {
    if (hot == Hot.CLUSTERED) {
      return ranks;
    }
    Permutation scatter = new Permutation(places);
    return random -> scatter.at(ranks.draw(random), target);
  }

  // A share x of the places has the share x^a of the draws, with a such that h has 1 - h.
  private static PlaceLaw paretoLaw(double h, long places) {
    double inverse = Math.log(h) / Math.log1p(-h);
    long last = places - 1;
    return random -> Math.min(last, (long) (places * Math.pow(random.unit(), inverse)));
  }

  private static PlaceLaw normalLaw(Distribution.Normal normal, long places) {
    double centre = normal.centrePercent() / 100;
    double stddev = normal.stddevPercent() / 100;
    return random -> {
      while (true) {
        double at = centre + stddev * random.gaussian();
        if (at >= 0 && at < 1) {
          return Math.min(places - 1, (long) (at * places));
        }
      }
    };
  }
}
