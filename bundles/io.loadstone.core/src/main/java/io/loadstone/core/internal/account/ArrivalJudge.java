package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges how the schedule of an open loop was kept, and whose fault it is if it was not: late
 * starts that no slot was there for are the target's, the others the generator's.
 */
final class ArrivalJudge {
  // From these shares on, late starts of the generator are seen in the 99.9th and 99th percentile.
  private static final double SUSPECT_SHARE = 0.001;
  private static final double BOUND_SHARE = 0.01;
  // What an open loop promises to deliver of the asked rate is 99.5 %.
  private static final double NOT_CARRIED_SHARE = 0.005;

  private ArrivalJudge() {}

  static Optional<String> bound(ArrivalFigures kept) {
    return byGenerator(kept) > BOUND_SHARE ? Optional.of(lateByGenerator(kept)) : Optional.empty();
  }

  /**
   * What makes a step suspect.
   *
   * @param burst operations that are due at the same moment
   */
  static List<String> suspect(ArrivalFigures kept, int burst, long measuredNs) {
    List<String> reasons = new ArrayList<>();
    double byGenerator = byGenerator(kept);
    if (byGenerator > SUSPECT_SHARE && byGenerator <= BOUND_SHARE) {
      reasons.add(lateByGenerator(kept));
    }
    if (kept.arrivals() - kept.started() > carriedBacklog(kept.arrivals(), burst)) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%s: %.1f operations/s were due and %.1f started; %d were due and not started at the"
                  + " end, and response times grow with the run time.",
              2 * kept.lateByGenerator() > kept.late()
                  ? "The generator did not keep up with the asked rate"
                  : "The target did not carry the asked rate with all outstanding I/Os in use",
              kept.arrivals() * 1e9 / measuredNs,
              kept.started() * 1e9 / measuredNs,
              kept.backlog()));
    }
    return reasons;
  }

  // By how much the backlog may grow though the rate is carried: the last burst may be due right at
  // the end, and a count of random arrivals scatters by its root, and the queue for them with it.
  private static double carriedBacklog(long arrivals, int burst) {
    return Math.max(NOT_CARRIED_SHARE * arrivals, Math.max(burst, Math.sqrt((double) arrivals)));
  }

  private static double byGenerator(ArrivalFigures kept) {
    return kept.started() == 0 ? 0 : (double) kept.lateByGenerator() / kept.started();
  }

  private static String lateByGenerator(ArrivalFigures kept) {
    return String.format(
        Locale.ROOT,
        "The generator started %d of %d operations more than 1 ms late though a slot was free"
            + " (more than 0.1 %% is suspect, more than 1 %% generator-bound).",
        kept.lateByGenerator(),
        kept.started());
  }
}
