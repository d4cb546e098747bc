package io.loadstone.core.internal;

import java.util.function.LongSupplier;

/**
 * How far a run is, by time: what is over, what the part under way still takes, what is planned
 * after it. Steps take longer than planned; how much, those of the run that are over tell.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class Progress {
  private final LongSupplier nanoTime;
  private final long beganNs;
  private double laterSeconds;
  private long laterSteps;
  private long partBeganNs;
  private double partPlannedSeconds;
  private double overheadSumSeconds;
  private long stepsOver;
  private double percent;

  /**
   * @param plannedSeconds of the whole plan, as far as it is known
   * @param steps of the whole plan
   */
  Progress(double plannedSeconds, long steps, LongSupplier nanoTime) {
    this.laterSeconds = plannedSeconds;
    this.laterSteps = steps;
    this.nanoTime = nanoTime;
    this.beganNs = nanoTime.getAsLong();
    this.partBeganNs = beganNs;
  }

  /** A part begins that was planned with this length. */
  void part(double plannedSeconds) {
    laterSeconds = Math.max(0, laterSeconds - plannedSeconds);
    partPlannedSeconds = plannedSeconds;
    partBeganNs = nanoTime.getAsLong();
  }

  /** A part begins that is a step. */
  void step(double plannedSeconds) {
    part(plannedSeconds);
    laterSteps--;
  }

  /** The step under way is over, with all that belongs to it. */
  void stepEnded() {
    overheadSumSeconds += Math.max(0, partElapsedSeconds() - partPlannedSeconds);
    stepsOver++;
  }

  /**
   * What a step is expected to take besides its planned times: as much as those before, on average.
   */
  double overheadSeconds() {
    return stepsOver == 0 ? Steps.OVERHEAD_SECONDS : overheadSumSeconds / stepsOver;
  }

  private double partElapsedSeconds() {
    return (nanoTime.getAsLong() - partBeganNs) / 1e9;
  }

  /** Seconds that the part still takes, from the share of it that is done; -1 if unknown. */
  double leftByShare(double share) {
    double elapsed = partElapsedSeconds();
    return share <= 0 ? -1 : elapsed * (1 - share) / share;
  }

  /** Seconds that the whole run still takes; -1 if the part's are unknown. */
  double secondsLeft(double partSecondsLeft) {
    return partSecondsLeft < 0
        ? -1
        : partSecondsLeft + laterSeconds + laterSteps * overheadSeconds();
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
