package io.loadstone.api.plan;

import java.util.List;

/**
 * Where random operations of an access specification go. A place is an aligned offset in the range
 * of a target; the laws below are exact for any number of places.
 *
 * <p>Every distribution has one text, which plans, results and people share: {@link #text} writes
 * it and {@link #parse} reads it.
 */
public sealed interface Distribution {
  /** Every place is equally likely each time. */
  Distribution UNIFORM = new Uniform();

  /** Every place once before any comes again, in a random order. */
  Distribution FULL_COVERAGE = new FullCoverage();

  /** What {@link #parse} accepts, for messages and documentation. */
  String ALLOWED =
      "uniform, fullCoverage, zipf(1.2), zipf(1.2 clustered), pareto(0.2), pareto(0.2 clustered),"
          + " normal(50% 10%) or zones(80%/20% 20%/80%)";

  /** The text, such as {@code zipf(1.2)}. */
  String text();

  /**
   * Reads the text of a distribution.
   *
   * @param text such as {@code zipf(1.2)}
   * @throws io.loadstone.api.quantity.InvalidValueException if it is none
   */
  static Distribution parse(String text) {
    return DistributionText.parse(text);
  }

  /** Every place is equally likely each time. Text: {@code uniform}. */
  record Uniform() implements Distribution {
    @Override
    public String text() {
      return "uniform";
    }
  }

  /**
   * Every place once before any comes again, in a random order. Needs lines of one size. Text:
   * {@code fullCoverage}.
   */
  record FullCoverage() implements Distribution {
    @Override
    public String text() {
      return "fullCoverage";
    }
  }

  /**
   * The n-th hottest of N places is drawn with a chance proportional to n to the power of minus
   * theta. Text: {@code zipf(1.2)}, {@code zipf(1.2 clustered)}.
   *
   * @param theta {@value #LEAST} to {@value #MOST}; 1 is allowed
   * @param hot where the hot places are
   */
  record Zipf(double theta, Hot hot) implements Distribution {
    /** The smallest theta, close to uniform. */
    public static final double LEAST = 0.01;

    /** The largest theta: 999 of 1000 draws go to one place. */
    public static final double MOST = 10;

    public Zipf {
      if (!(theta >= LEAST && theta <= MOST)) {
        throw new IllegalArgumentException("theta is " + theta + "; allowed: 0.01 to 10");
      }
    }

    @Override
    public String text() {
      return DistributionText.call("zipf", theta, hot);
    }
  }

  /**
   * The self-similar law, after Pareto: a share h of the places gets the share 1 - h of the
   * operations, the hottest share h of those again 1 - h of that, and so on (Gray and others,
   * "Quickly generating billion-record synthetic databases", 1994). Text: {@code pareto(0.2)},
   * {@code pareto(0.2 clustered)}.
   *
   * @param h above 0 and below 1: 0.2 is the rule of 80 to 20, 0.5 is uniform, and above 0.5 the
   *     last places are the hot ones
   * @param hot where the hot places are
   */
  record Pareto(double h, Hot hot) implements Distribution {
    public Pareto {
      if (!(h > 0 && h < 1)) {
        throw new IllegalArgumentException("h is " + h + "; allowed: above 0 and below 1");
      }
    }

    @Override
    public String text() {
      return DistributionText.call("pareto", h, hot);
    }
  }

  /**
   * Around a centre, as the normal distribution; a draw that falls outside of the range is drawn
   * again. Text: {@code normal(50% 10%)}.
   *
   * @param centrePercent of the range, 0 to 100
   * @param stddevPercent standard deviation in percent of the range, above 0, at most 100
   */
  record Normal(double centrePercent, double stddevPercent) implements Distribution {
    public Normal {
      if (!(centrePercent >= 0 && centrePercent <= 100)) {
        throw new IllegalArgumentException(
            "the centre is " + centrePercent + "%; allowed: 0% to 100%");
      }
      if (!(stddevPercent > 0 && stddevPercent <= 100)) {
        throw new IllegalArgumentException(
            "the standard deviation is " + stddevPercent + "%; allowed: above 0%, at most 100%");
      }
    }

    @Override
    public String text() {
      return DistributionText.normal(this);
    }
  }

  /**
   * Zones of the range, from its begin on: each gets a share of the operations, uniform within it.
   * Text: {@code zones(80%/20% 15%/30% 5%/50%)}, operations before range.
   *
   * @param zones 1 to {@value #MOST}; both shares sum to 100 %
   */
  record Zones(List<Zone> zones) implements Distribution {
    /** The most zones. */
    public static final int MOST = 100;

    private static final double TOLERANCE = 1e-6;

    public Zones {
      zones = List.copyOf(zones);
      if (zones.isEmpty() || zones.size() > MOST) {
        throw new IllegalArgumentException(
            "there are " + zones.size() + " zones; allowed: 1 to 100");
      }
      sum("I/O", zones.stream().mapToDouble(Zone::ioPercent).sum());
      sum("range", zones.stream().mapToDouble(Zone::rangePercent).sum());
    }

    private static void sum(String what, double percent) {
      if (!(Math.abs(percent - 100) <= TOLERANCE)) {
        throw new IllegalArgumentException(
            "the zones' shares of the " + what + " sum to " + percent + "%; allowed: exactly 100%");
      }
    }

    @Override
    public String text() {
      return DistributionText.zones(zones);
    }
  }

  /**
   * One zone.
   *
   * @param ioPercent its share of the random operations, 0 to 100
   * @param rangePercent its share of the range, above 0, at most 100
   */
  record Zone(double ioPercent, double rangePercent) {
    public Zone {
      if (!(ioPercent >= 0 && ioPercent <= 100)) {
        throw new IllegalArgumentException(
            "a zone's share of the I/O is " + ioPercent + "%; allowed: 0% to 100%");
      }
      if (!(rangePercent > 0 && rangePercent <= 100)) {
        throw new IllegalArgumentException(
            "a zone's share of the range is "
                + rangePercent
                + "%; allowed: above 0%, at most 100%");
      }
    }
  }

  /** Where the hot places of a range are. */
  enum Hot {
    /**
     * All over it, by a fixed permutation of the places: the same places in every step and run on a
     * range of the same size, whatever the seed.
     */
    SCATTERED,
    /** At its begin, the hottest first. */
    CLUSTERED
  }
}
