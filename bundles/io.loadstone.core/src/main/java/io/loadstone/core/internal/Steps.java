package io.loadstone.core.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.StepPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Expands a plan's measure phases into steps: workloads, workers, outstanding, rates, passes. */
final class Steps {
  /** The most steps of a plan; a month of seconds is 2.6 million. */
  static final long MOST = 100_000;

  /**
   * What a step takes besides its planned times, until a run has steps of its own to tell by: half
   * a second on average until the wall clock's next whole one, and as much for the head-room, the
   * collection of garbage and the flush. A slow flush takes longer.
   */
  static final double OVERHEAD_SECONDS = 1;

  private Steps() {}

  /** How many steps a plan has, without making them. */
  static long count(Plan plan) {
    long count = 0;
    for (Phase phase : plan.phases()) {
      if (phase instanceof Phase.Measure m) {
        count += m.workloads().size() * m.load().combinations() * m.passes();
      }
    }
    return count;
  }

  /** Every step of a plan, numbered through all its phases. */
  static List<StepPlan> of(Plan plan) {
    List<StepPlan> steps = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      if (phase instanceof Phase.Measure measure) {
        steps.addAll(of(measure, steps.size()));
      }
    }
    return steps;
  }

  /** The steps of one phase. */
  static List<StepPlan> of(Phase.Measure measure, int firstIndex) {
    List<StepPlan> steps = new ArrayList<>();
    for (AccessSpecification workload : measure.workloads()) {
      for (int workers : measure.load().workers().values()) {
        for (int outstanding : measure.load().outstanding().values()) {
          for (Optional<OpenLoop> openLoop : openLoops(measure.load())) {
            for (int pass = 1; pass <= measure.passes(); pass++) {
              steps.add(
                  new StepPlan(
                      firstIndex + steps.size(),
                      workload,
                      workers,
                      outstanding,
                      openLoop,
                      pass,
                      measure.rampUp(),
                      measure.runTime(),
                      measure.pause()));
            }
          }
        }
      }
    }
    return steps;
  }

  /** The rates of a load, one after another; a closed loop is one without. */
  static List<Optional<OpenLoop>> openLoops(Load load) {
    return load.rate()
        .map(
            sweep ->
                sweep.values().stream()
                    .map(rate -> Optional.of(new OpenLoop(rate, load.arrivals())))
                    .toList())
        .orElse(List.of(Optional.empty()));
  }

  /** Planned length of a step. */
  static double seconds(StepPlan step) {
    return step.pause().plus(step.rampUp()).plus(step.runTime()).toNanos() / 1e9;
  }

  /** Planned length of all phases. */
  static double seconds(Plan plan) {
    return plan.phases().stream().mapToDouble(Steps::seconds).sum();
  }

  /** Planned length of a phase, without what only the target's speed decides. */
  static double seconds(Phase phase) {
    return switch (phase) {
      case Phase.Measure measure -> of(measure, 0).stream().mapToDouble(Steps::seconds).sum();
      case Phase.Idle idle -> idle.time().toNanos() / 1e9;
      case Phase.Precondition precondition -> precondition.limit().toNanos() / 1e9;
      case Phase.Prepare prepare -> 0;
      case Phase.Verify verify -> 0;
    };
  }
}
