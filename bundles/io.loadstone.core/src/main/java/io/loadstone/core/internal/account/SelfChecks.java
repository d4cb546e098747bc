package io.loadstone.core.internal.account;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepPlan;
import java.util.List;
import java.util.Locale;

/** What a step's result checks of itself. */
final class SelfChecks {
  private static final long LITTLE_LEAST_OPERATIONS = 1000;
  // What is in flight at the end counts for nothing: its share must stay well below the tolerance.
  private static final long LITTLE_LEAST_TURNS = 40;
  private static final double LITTLE_TOLERANCE = 0.05;
  private static final double DEVICE_TOLERANCE = 0.02;
  private static final double SECOND_NS = 1e9;

  private SelfChecks() {}

  static List<SelfCheck> of(StepPlan step, Facts facts) {
    return List.of(
        totals(facts),
        histograms(facts),
        percentiles(facts),
        little(step, facts),
        seconds(facts),
        device(step, facts),
        others(step, facts));
  }

  private static SelfCheck totals(Facts f) {
    long directions = f.read().operations() + f.write().operations();
    return new SelfCheck(
        "totals-equal-intervals",
        f.total().operations() == f.operationsOfIntervals()
            && directions == f.total().operations()
            && f.read().bytes() + f.write().bytes() == f.total().bytes(),
        "the totals have "
            + operations(f.total().operations())
            + ", the intervals "
            + f.operationsOfIntervals()
            + ", reads and writes "
            + directions);
  }

  private static SelfCheck histograms(Facts f) {
    return new SelfCheck(
        "histogram-counts-equal-operations",
        f.serviceCount() == f.total().operations() && f.responseCount() == f.total().operations(),
        "the histograms hold "
            + counted(f.serviceCount(), "service time")
            + " and "
            + counted(f.responseCount(), "response time")
            + " of "
            + operations(f.total().operations()));
  }

  private static String operations(long count) {
    return counted(count, "operation");
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static SelfCheck percentiles(Facts f) {
    boolean rising = rising(f.total().serviceTime()) && rising(f.total().responseTime());
    return new SelfCheck(
        "percentiles-monotone",
        rising,
        "minimum, median, 90, 95, 99, 99.9, 99.99 % and maximum "
            + (rising ? "rise" : "do not rise")
            + " in this order");
  }

  private static boolean rising(LatencyFigures l) {
    return l.count() == 0
        || (l.minNs() <= l.p50Ns()
            && l.p50Ns() <= l.p90Ns()
            && l.p90Ns() <= l.p95Ns()
            && l.p95Ns() <= l.p99Ns()
            && l.p99Ns() <= l.p999Ns()
            && l.p999Ns() <= l.p9999Ns()
            && l.p9999Ns() <= l.maxNs()
            && l.minNs() <= l.meanNs()
            && l.meanNs() <= l.maxNs());
  }

  // Little's law: what a closed loop keeps outstanding is its rate times its mean response time.
  private static SelfCheck little(StepPlan step, Facts f) {
    boolean delays = step.workload().lines().stream().anyMatch(line -> !line.delay().isZero());
    double outstanding = f.total().iops() * f.total().responseTime().meanNs() / SECOND_NS;
    long least = Math.max(LITTLE_LEAST_OPERATIONS, LITTLE_LEAST_TURNS * step.outstanding());
    String spared =
        step.openLoop().isPresent()
            ? "the load of an open loop is its rate"
            : f.changed()
                ? "set points were changed"
                : delays
                    ? "the workload waits between bursts"
                    : f.total().operations() < least || f.total().errors() > 0
                        ? "fewer than " + least + " operations or some failed"
                        : "";
    boolean near =
        Math.abs(outstanding - step.outstanding()) <= LITTLE_TOLERANCE * step.outstanding();
    return new SelfCheck(
        "littles-law",
        !spared.isEmpty() || near,
        String.format(
            Locale.ROOT,
            "%.1f operations/s x %.6f s mean response time = %.2f outstanding, the load is %d%s",
            f.total().iops(),
            f.total().responseTime().meanNs() / SECOND_NS,
            outstanding,
            step.outstanding(),
            spared.isEmpty() ? "" : "; not judged, " + spared));
  }

  private static SelfCheck seconds(Facts f) {
    // On a busy host the last cut may come late, by less than a second: later is a hold-up.
    boolean enough = f.measuredNs() < (f.intervals() + 1) * SECOND_NS;
    return new SelfCheck(
        "every-second-has-an-interval",
        f.gaps() == 0 && enough,
        f.intervals()
            + " intervals cover "
            + String.format(Locale.ROOT, "%.3f", f.measuredNs() / SECOND_NS)
            + " s with "
            + f.gaps()
            + " gaps");
  }

  // A device may do more than the step, for others; less means that something before it answered.
  private static SelfCheck device(StepPlan step, Facts f) {
    if (!f.device().known()) {
      return new SelfCheck(
          "devices-did-the-work", true, "not judged, the devices' own counters are not known");
    }
    long slack = inFlightBytes(step);
    boolean reads = covers(f.device().readBytes() + slack, f.read().bytes());
    boolean writes = !f.direct() || covers(f.device().writeBytes() + slack, f.write().bytes());
    return new SelfCheck(
        "devices-did-the-work",
        reads && writes,
        String.format(
                Locale.ROOT,
                "of %,d bytes read and %,d written, the devices behind the targets read %,d and"
                    + " wrote %,d",
                f.read().bytes(),
                f.write().bytes(),
                f.device().readBytes(),
                f.device().writeBytes())
            + (reads && writes
                ? f.direct() ? "" : "; buffered writes may reach them later and are not judged"
                : f.direct()
                    ? "; something before them answered the rest: a cache, or blocks that were never"
                        + " written"
                    : "; the page cache answered the rest"));
  }

  // What was in flight at the ends may be counted on one side only.
  private static long inFlightBytes(StepPlan step) {
    return step.workload().lines().stream().mapToLong(AccessLine::sizeBytes).max().orElse(0)
        * step.outstanding();
  }

  // Only direct I/O reaches a device as it is: the page cache reads ahead and writes later. A file
  // system writes its own records, such as a journal, beside what a step writes: that is worth a
  // word and no doubt. What nothing of the step can have caused is somebody else's.
  private static SelfCheck others(StepPlan step, Facts f) {
    if (!f.device().known() || !f.direct()) {
      return new SelfCheck(
          "devices-did-nothing-else",
          true,
          "not judged, "
              + (f.direct()
                  ? "the devices' own counters are not known"
                  : "what the page cache reads ahead or writes later counts as well"));
    }
    long program = f.total().bytes();
    long moreRead = f.device().readBytes() - f.read().bytes();
    long moreWritten = f.device().writeBytes() - f.write().bytes();
    long foreign = f.write().bytes() == 0 ? moreRead + moreWritten : moreRead;
    double tolerated = DEVICE_TOLERANCE * program + 2 * inFlightBytes(step);
    String end =
        foreign > tolerated
            ? String.format(
                Locale.ROOT,
                "; something else used them: %,d bytes (%.1f %% of the step's) that it did not %s",
                foreign,
                percent(foreign, program),
                f.write().bytes() == 0 ? "move" : "read")
            : moreWritten > tolerated
                ? String.format(
                    Locale.ROOT,
                    "; the writes beyond it (%.1f %% more) are the file system's own records, or"
                        + " somebody else's",
                    percent(moreWritten, program))
                : "";
    return new SelfCheck(
        "devices-did-nothing-else",
        foreign <= tolerated,
        String.format(
            Locale.ROOT,
            "the step moved %,d bytes, the devices behind the targets %,d%s",
            program,
            f.device().readBytes() + f.device().writeBytes(),
            end));
  }

  private static double percent(long part, long of) {
    return 100.0 * part / Math.max(1, of);
  }

  private static boolean covers(long deviceBytes, long programBytes) {
    return deviceBytes >= (1 - DEVICE_TOLERANCE) * programBytes;
  }

  /**
   * What the checks compare.
   *
   * @param operationsOfIntervals sum of the published intervals' totals
   * @param serviceCount operations that the merged service histogram holds
   * @param responseCount operations that the merged response histogram holds
   * @param changed whether set points were changed in the middle
   * @param device what the devices behind the targets did
   * @param direct whether all I/O bypassed the page cache
   * @param gaps intervals that do not begin a second after the one before
   */
  record Facts(
      IoFigures read,
      IoFigures write,
      IoFigures total,
      long operationsOfIntervals,
      long serviceCount,
      long responseCount,
      long intervals,
      long gaps,
      long measuredNs,
      boolean changed,
      DeviceFigures device,
      boolean direct) {}
}
