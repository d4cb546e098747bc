package io.loadstone.core.internal;

import java.util.function.LongSupplier;

/**
 * How far a run is, by time: what is over, what the part under way still takes, what is planned
 * after it.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class Progress {
  private final LongSupplier nanoTime;
  private final long beganNs;
  private double laterSeconds;
  private long partBeganNs;
  private double percent;

  /**
   * @param plannedSeconds of the whole plan, as far as it is known
   */
  Progress(double plannedSeconds, LongSupplier nanoTime) {
    this.laterSeconds = plannedSeconds;
    this.nanoTime = nanoTime;
    this.beganNs = nanoTime.getAsLong();
    this.partBeganNs = beganNs;
  }

  /** A part begins that was planned with this length. */
  void part(double plannedSeconds) {
    laterSeconds = Math.max(0, laterSeconds - plannedSeconds);
    partBeganNs = nanoTime.getAsLong();
  }

  /** Seconds that the part still takes, from the share of it that is done; -1 if unknown. */
  double leftByShare(double share) {
    double elapsed = (nanoTime.getAsLong() - partBeganNs) / 1e9;
    return share <= 0 ? -1 : elapsed * (1 - share) / share;
  }

  /** Seconds that the whole run still takes; -1 if the part's are unknown. */
  double secondsLeft(double partSecondsLeft) {
    return partSecondsLeft < 0 ? -1 : partSecondsLeft + laterSeconds;
  }

  /** Share of the whole run that is done; never falls. */
  double percent(double partSecondsLeft) {
    double left = secondsLeft(partSecondsLeft);
    if (left >= 0) {
      double elapsed = (nanoTime.getAsLong() - beganNs) / 1e9;
      percent = Math.max(percent, elapsed + left <= 0 ? 0 : 100 * elapsed / (elapsed + left));
    }
    return percent;
  }
}
