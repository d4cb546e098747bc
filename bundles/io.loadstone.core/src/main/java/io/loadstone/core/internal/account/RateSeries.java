package io.loadstone.core.internal.account;

import io.loadstone.api.result.Interval;
import io.loadstone.api.result.SteadyPart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rates of a step in the order of time, in bounded memory: when there is no more room, each
 * point stands for twice as many intervals. Finds the part at the end in which they are steady.
 */
final class RateSeries {
  /** Points that are kept at most. */
  static final int MOST_POINTS = 4096;

  private static final int LEAST_POINTS = 5;
  // The SNIA performance test specification: the range of the rates, and what the straight line
  // through them falls or rises from the first interval to the last, both by their mean.
  private static final double RANGE = 0.20;
  private static final double TREND = 0.10;

  private final long[] startEpochMs = new long[MOST_POINTS];
  private final long[] operations = new long[MOST_POINTS];
  private final long[] bytes = new long[MOST_POINTS];
  private final long[] lengthNs = new long[MOST_POINTS];
  private int points;
  private int intervalsOfPoint = 1;
  private int intervalsOfLast;

  void add(Interval interval) {
    if (points == 0 || intervalsOfLast == intervalsOfPoint) {
      if (points == MOST_POINTS) {
        halve();
      }
      startEpochMs[points] = interval.startEpochMs();
      operations[points] = 0;
      bytes[points] = 0;
      lengthNs[points] = 0;
      points++;
      intervalsOfLast = 0;
    }
    operations[points - 1] += interval.total().operations();
    bytes[points - 1] += interval.total().bytes();
    lengthNs[points - 1] += interval.lengthNs();
    intervalsOfLast++;
  }

  private void halve() {
    for (int i = 0; i < MOST_POINTS / 2; i++) {
      startEpochMs[i] = startEpochMs[2 * i];
      operations[i] = operations[2 * i] + operations[2 * i + 1];
      bytes[i] = bytes[2 * i] + bytes[2 * i + 1];
      lengthNs[i] = lengthNs[2 * i] + lengthNs[2 * i + 1];
    }
    points = MOST_POINTS / 2;
    intervalsOfPoint *= 2;
  }

  /**
   * The longest steady part, and of several as long the one with the finest grain. A slow device
   * whose rate scatters from second to second is steady at a coarser grain.
   */
  Optional<SteadyPart> steady() {
    SteadyPart longest = null;
    for (int grain = 1; points / grain >= LEAST_POINTS; grain *= 2) {
      SteadyPart part = steady(grain);
      if (part != null && (longest == null || part.runSeconds() > longest.runSeconds())) {
        longest = part;
      }
    }
    return Optional.ofNullable(longest);
  }

  private @Nullable SteadyPart steady(int grain) {
    Tail tail = new Tail();
    SteadyPart longest = null;
    for (int first = points - grain; first >= 0; first -= grain) {
      long done = 0;
      long moved = 0;
      long ns = 0;
      for (int i = first; i < first + grain; i++) {
        done += operations[i];
        moved += bytes[i];
        ns += lengthNs[i];
      }
      tail.add(done, moved, ns);
      if (tail.count >= LEAST_POINTS && tail.steady((double) grain * intervalsOfPoint)) {
        longest =
            new SteadyPart(
                startEpochMs[first],
                tail.ns / 1e9,
                (double) grain * intervalsOfPoint,
                tail.operations / (tail.ns / 1e9),
                tail.bytes / (tail.ns / 1e9) / 1e6);
      }
    }
    return longest;
  }

  /** Grows backwards from the end; knows the straight line through its rates at any moment. */
  private static final class Tail {
    private int count;
    private long operations;
    private long bytes;
    private long ns;
    private double lowest = Double.MAX_VALUE;
    private double highest;
    private double sum;
    private double sumByPlace;

    void add(long done, long moved, long lengthNs) {
      double rate = lengthNs <= 0 ? 0 : done * 1e9 / lengthNs;
      operations += done;
      bytes += moved;
      ns += lengthNs;
      lowest = Math.min(lowest, rate);
      highest = Math.max(highest, rate);
      sum += rate;
      sumByPlace += rate * count;
      count++;
    }

    /**
     * Whether it is steady.
     *
     * @param intervals that each point stands for; the line reaches from the middle of the first
     *     interval to that of the last, so that a coarse grain forgives no more than a fine one
     */
    boolean steady(double intervals) {
      double mean = sum / count;
      // Least squares over the places 0 to n-1: their mean is (n-1)/2, and the sum of the squared
      // distances from it n(n^2-1)/12.
      double n = count;
      double slope = (sumByPlace - sum * (n - 1) / 2) / (n * (n * n - 1) / 12);
      double trend = Math.abs(slope) * (n - 1 / intervals);
      return mean > 0 && highest - lowest <= RANGE * mean && trend <= TREND * mean;
    }
  }
}
