package io.loadstone.core.internal.load;

import io.loadstone.api.plan.Distribution.Zone;
import java.util.List;

/** Zones, one after another from the first place on, each with its chance and uniform within. */
final class ZonedLaw implements PlaceLaw {
  /** Chance of a zone or one before it; the last is 1. */
  private final double[] chanceUpTo;

  /** First place of each zone, and the number of places at the end. */
  private final long[] from;

  /**
   * @throws IllegalArgumentException if a zone that gets operations is smaller than a place
   */
  ZonedLaw(List<Zone> zones, long places) {
    chanceUpTo = new double[zones.size()];
    from = new long[zones.size() + 1];
    double io = 0;
    double range = 0;
    for (int i = 0; i < zones.size(); i++) {
      io += zones.get(i).ioPercent() / 100;
      range += zones.get(i).rangePercent() / 100;
      boolean last = i == zones.size() - 1;
      chanceUpTo[i] = last ? 1 : io;
      from[i + 1] = last ? places : Math.min(places, Math.round(range * places));
      if (from[i + 1] == from[i] && zones.get(i).ioPercent() > 0) {
        throw new IllegalArgumentException(
            "zone " + (i + 1) + " of its distribution has none of the " + places + " places");
      }
    }
  }

  @Override
  public long draw(RandomStream random) {
    double draw = random.unit();
    int zone = 0;
    while (draw >= chanceUpTo[zone]) {
      zone++;
    }
    return from[zone] + random.below(from[zone + 1] - from[zone]);
  }
}
