package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.StepResult;
import java.util.List;

/**
 * One row of a CrystalDiskMark report: an access pattern and its load.
 *
 * @param random whether it is random, else sequential
 * @param sizeBytes of each operation
 * @param queues outstanding I/Os of each thread
 * @param threads workers
 */
record CrystalDiskMarkRow(boolean random, int sizeBytes, int queues, int threads) {
  private static final int KIB = 1024;

  static CrystalDiskMarkRow sequential(int sizeKib, int queues, int threads) {
    return new CrystalDiskMarkRow(false, sizeKib * KIB, queues, threads);
  }

  static CrystalDiskMarkRow random(int sizeKib, int queues, int threads) {
    return new CrystalDiskMarkRow(true, sizeKib * KIB, queues, threads);
  }

  int sizeKib() {
    return sizeBytes / KIB;
  }

  /** The best of all passes of this row; zeros if it was not run. */
  Best best(List<StepResult> steps, Share share) {
    double mbPerSecond = 0;
    double latencyNs = Double.POSITIVE_INFINITY;
    for (StepResult step : steps) {
      if (matches(step, share)) {
        IoFigures figures = share.of(step);
        mbPerSecond = Math.max(mbPerSecond, figures.mbPerSecond());
        if (figures.serviceTime().count() > 0) {
          latencyNs = Math.min(latencyNs, figures.serviceTime().meanNs());
        }
      }
    }
    return new Best(
        mbPerSecond,
        mbPerSecond * 1e6 / sizeBytes,
        latencyNs < Double.POSITIVE_INFINITY ? latencyNs / 1e3 : 0);
  }

  private boolean matches(StepResult step, Share share) {
    List<AccessLine> lines = step.step().workload().lines();
    AccessLine line = lines.getFirst();
    return lines.size() == 1
        && line.sizeBytes() == sizeBytes
        && line.randomPercent() == (random ? 100 : 0)
        && line.readPercent() == share.readPercent
        && step.step().outstandingPerWorker() == queues
        && step.step().workers() == threads;
  }

  /**
   * What a row shows: the highest rate and the lowest mean latency of its passes.
   *
   * @param mbPerSecond 10^6 bytes per second
   * @param iops the rate by the size of an operation
   * @param latencyUs submitted to completed, in microseconds
   */
  record Best(double mbPerSecond, double iops, double latencyUs) {}

  /** A section of the report. */
  enum Share {
    READ(100),
    WRITE(0),
    MIX(70);

    final int readPercent;

    Share(int readPercent) {
      this.readPercent = readPercent;
    }

    IoFigures of(StepResult step) {
      return switch (this) {
        case READ -> step.read();
        case WRITE -> step.write();
        case MIX -> step.total();
      };
    }
  }
}
