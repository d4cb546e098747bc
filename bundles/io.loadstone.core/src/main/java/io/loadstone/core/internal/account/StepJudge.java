package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges whether a step's figures describe the target: suspect if something disturbed them,
 * generator-bound if the tool was the limit. The limits are these, and each reason gives its
 * figures.
 *
 * @param engine name of the engine
 * @param performsIo whether the engine moves data
 * @param loopCores how many cores the loops can keep busy: the smaller of loops and processors
 * @param measuredNs real length of the measured time
 * @param generator the generator's own behaviour
 * @param longestHiccupNs the longest that a thread which only sleeps woke late
 * @param arrivals how the schedule of an open loop was kept; empty in a closed loop
 * @param remarks whatever else makes the figures suspect, as sentences
 */
public record StepJudge(
    String engine,
    boolean performsIo,
    int loopCores,
    long measuredNs,
    IntervalPress.GeneratorFigures generator,
    long longestHiccupNs,
    Optional<ArrivalFigures> arrivals,
    List<String> remarks)
    implements StepSum.Judge {
  private static final double LOOP_BUSY_PERCENT = 95;
  private static final double STEAL_PERCENT = 5;
  private static final double COLLECTION_PERCENT = 1;
  private static final long HICCUP_NS = 50_000_000L;

  @Override
  public Verdict judge(IoFigures total, CpuFigures cpu, List<SelfCheck> checks) {
    List<String> bound = bound();
    List<String> suspect = suspect(total, cpu, checks);
    if (bound.isEmpty() && suspect.isEmpty()) {
      return Verdict.VALID;
    }
    Verdict.State state = bound.isEmpty() ? Verdict.State.SUSPECT : Verdict.State.GENERATOR_BOUND;
    bound.addAll(suspect);
    return new Verdict(state, bound);
  }

  private List<String> bound() {
    List<String> reasons = new ArrayList<>();
    if (!performsIo) {
      reasons.add(
          "The engine " + engine + " performs no I/O: the figures are those of the generator.");
    }
    double busy =
        generator.loopCpuNs() < 0 || measuredNs <= 0
            ? 0
            : 100.0 * generator.loopCpuNs() / measuredNs / loopCores;
    if (busy > LOOP_BUSY_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The loops used %.1f %% of the %d cores that they can use (limit %.0f %%): the"
                  + " generator was the limit.",
              busy,
              loopCores,
              LOOP_BUSY_PERCENT));
    }
    arrivals.flatMap(ArrivalJudge::bound).ifPresent(reasons::add);
    return reasons;
  }

  private List<String> suspect(IoFigures total, CpuFigures cpu, List<SelfCheck> checks) {
    List<String> reasons = new ArrayList<>(remarks);
    if (total.errors() > 0) {
      reasons.add(
          total.errors() + (total.errors() == 1 ? " operation failed." : " operations failed."));
    }
    arrivals.ifPresent(kept -> reasons.addAll(ArrivalJudge.suspect(kept, measuredNs)));
    if (total.operations() == 0) {
      reasons.add("No operation completed in the measured time.");
    }
    for (SelfCheck check : checks) {
      if (!check.passed()) {
        reasons.add("The self-check " + check.name() + " failed: " + check.detail() + ".");
      }
    }
    if (longestHiccupNs > HICCUP_NS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "A thread that only sleeps woke %.0f ms late (limit 50 ms): the host did not let the"
                  + " generator run.",
              longestHiccupNs / 1e6));
    }
    if (generator.heldUpNs() > 0) {
      reasons.add(
          String.format(
              Locale.ROOT, "The generator was held up for %.1f s.", generator.heldUpNs() / 1e9));
    }
    double collection = measuredNs <= 0 ? 0 : 100.0 * generator.collectionMs() * 1e6 / measuredNs;
    if (collection > COLLECTION_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The garbage collector paused the generator for %.1f %% of the time (limit 1 %%).",
              collection));
    }
    if (cpu.stealPercent() > STEAL_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The hypervisor gave %.1f %% of the processor time to others (limit 5 %%).",
              cpu.stealPercent()));
    }
    if (generator.clamped() > 0) {
      reasons.add(
          generator.clamped() + " latencies were outside 0 to 1 h and count as the nearer end.");
    }
    return reasons;
  }
}
