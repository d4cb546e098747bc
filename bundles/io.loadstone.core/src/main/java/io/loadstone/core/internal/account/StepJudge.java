package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
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
 * @param measuresTargets whether the engine's figures are those of its targets
 * @param loopCores how many cores the loops can keep busy: the smaller of loops and processors
 * @param measuredNs real length of the measured time
 * @param loops how the loops fared
 * @param generator what the generator saw of itself
 * @param arrivals how the schedule of an open loop was kept; empty in a closed loop
 * @param burst operations of an open loop that are due at the same moment
 * @param remarks whatever else makes the figures suspect, as sentences
 */
public record StepJudge(
    String engine,
    boolean measuresTargets,
    int loopCores,
    long measuredNs,
    IntervalPress.Loops loops,
    GeneratorFigures generator,
    Optional<ArrivalFigures> arrivals,
    int burst,
    List<String> remarks)
    implements StepSum.Judge {
  private static final double LOOP_BUSY_PERCENT = 95;
  private static final double STEAL_PERCENT = 5;
  private static final double PAUSE_PERCENT = 1;
  private static final double LOOP_WAIT_PERCENT = 5;

  // 1/ratio is the share of what the generator can do that its own work took in this step. Beyond
  // two thirds a faster target could hardly show it; beyond one third it is no longer small.
  private static final double HEADROOM_BOUND = 1.5;
  private static final double HEADROOM_SUSPECT = 3;

  private static final long HICCUP_NS = 50_000_000L;

  @Override
  public Verdict judge(IoFigures total, CpuFigures cpu, List<SelfCheck> checks) {
    List<String> bound = bound(total);
    List<String> suspect = suspect(total, cpu, checks);
    if (bound.isEmpty() && suspect.isEmpty()) {
      return Verdict.VALID;
    }
    Verdict.State state = bound.isEmpty() ? Verdict.State.SUSPECT : Verdict.State.GENERATOR_BOUND;
    bound.addAll(suspect);
    return new Verdict(state, bound);
  }

  private List<String> bound(IoFigures total) {
    List<String> reasons = new ArrayList<>();
    if (!measuresTargets) {
      reasons.add(
          "The engine " + engine + " performs no I/O: the figures are those of the generator.");
    }
    double busy =
        loops.cpuNs() < 0 || measuredNs <= 0 ? 0 : 100.0 * loops.cpuNs() / measuredNs / loopCores;
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
    if (headroomBelow(HEADROOM_BOUND)) {
      reasons.add(headroom(total, HEADROOM_BOUND));
    }
    if (!hadNoProcessor()) {
      arrivals.flatMap(ArrivalJudge::bound).ifPresent(reasons::add);
    }
    return reasons;
  }

  /** Whether a head-room speaks against a step. */
  public static boolean tooLittle(Headroom headroom) {
    return headroom.ratio() >= 0 && headroom.ratio() < HEADROOM_SUSPECT;
  }

  private boolean headroomBelow(double limit) {
    double ratio = generator.headroom().ratio();
    return ratio >= 0 && ratio < limit;
  }

  private String headroom(IoFigures total, double limit) {
    return String.format(
        Locale.ROOT,
        "The head-room is %.2f (limit %.1f): without any I/O the generator does %,.0f operations/s"
            + " of this load, and the step did %,.0f.",
        generator.headroom().ratio(),
        limit,
        generator.headroom().noopIops(),
        total.iops());
  }

  private List<String> suspect(IoFigures total, CpuFigures cpu, List<SelfCheck> checks) {
    List<String> reasons = new ArrayList<>(remarks);
    if (total.errors() > 0) {
      reasons.add(
          total.errors() + (total.errors() == 1 ? " operation failed." : " operations failed."));
    }
    if (hadNoProcessor()) {
      arrivals.flatMap(ArrivalJudge::bound).ifPresent(reasons::add);
    }
    arrivals.ifPresent(kept -> reasons.addAll(ArrivalJudge.suspect(kept, burst, measuredNs)));
    if (total.operations() == 0) {
      reasons.add("No operation completed in the measured time.");
    }
    for (SelfCheck check : checks) {
      if (!check.passed()) {
        reasons.add("The self-check " + check.name() + " failed: " + check.detail() + ".");
      }
    }
    if (!headroomBelow(HEADROOM_BOUND) && tooLittle(generator.headroom())) {
      reasons.add(headroom(total, HEADROOM_SUSPECT));
    }
    reasons.addAll(disturbances(cpu));
    if (loops.clamped() > 0) {
      reasons.add(
          loops.clamped() + " latencies were outside 0 to 1 h and count as the nearer end.");
    }
    return reasons;
  }

  // Then late starts are the host's, and not the limit of the tool.
  private boolean hadNoProcessor() {
    return generator.loopWaitPercent() > LOOP_WAIT_PERCENT;
  }

  /** What kept the generator from running. */
  private List<String> disturbances(CpuFigures cpu) {
    List<String> reasons = new ArrayList<>();
    if (generator.longestHiccupNs() > HICCUP_NS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "A thread that only sleeps woke %.0f ms late (limit 50 ms): the host did not let the"
                  + " generator run.",
              generator.longestHiccupNs() / 1e6));
    }
    if (hadNoProcessor()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The loops could have run, but had no processor, for %.1f %% of the time (limit %.0f %%): other"
                  + " programs had them, or there are more loops than processors.",
              generator.loopWaitPercent(),
              LOOP_WAIT_PERCENT));
    }
    if (loops.heldUpNs() > 0) {
      reasons.add(
          String.format(
              Locale.ROOT, "The generator was held up for %.1f s.", loops.heldUpNs() / 1e9));
    }
    double collection = percentOfTime(generator.collectionNs());
    if (collection > PAUSE_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The garbage collector paused the generator for %.1f %% of the time (limit 1 %%).",
              collection));
    }
    double other = percentOfTime(generator.otherPauseNs());
    if (other > PAUSE_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The Java machine stopped all threads for %.1f %% of the time beyond its collections"
                  + " (limit 1 %%); thread dumps do that, and threads that are slow to stop.",
              other));
    }
    if (cpu.stealPercent() > STEAL_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "The hypervisor gave %.1f %% of the processor time to others (limit 5 %%).",
              cpu.stealPercent()));
    }
    return reasons;
  }

  private double percentOfTime(long ns) {
    return measuredNs <= 0 ? 0 : 100.0 * Math.max(0, ns) / measuredNs;
  }
}
