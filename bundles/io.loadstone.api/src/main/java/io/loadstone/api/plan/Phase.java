package io.loadstone.api.plan;

import io.loadstone.api.target.Layout;
import java.time.Duration;
import java.util.List;

/** One part of a plan. Phases run in order. */
public sealed interface Phase {
  /** The word that a plan uses for it. */
  String keyword();

  /**
   * Lays the targets out.
   *
   * @param layout how
   * @param data what a {@link Layout#WRITTEN} layout is filled with
   */
  record Prepare(Layout layout, DataContent data) implements Phase {
    /** A layout whose content is unique. */
    public Prepare(Layout layout) {
      this(layout, DataContent.UNIQUE);
    }

    @Override
    public String keyword() {
      return "prepare";
    }
  }

  /**
   * Drives a workload that is not part of the result, to bring a device into a known state.
   *
   * @param workload what
   * @param load how hard; single values, no sweep
   * @param amountPercent how much is moved, in percent of the targets' size; 200 is twice the size
   * @param limit ends the phase earlier; zero for no limit
   */
  record Precondition(AccessSpecification workload, Load load, double amountPercent, Duration limit)
      implements Phase {
    @Override
    public String keyword() {
      return "precondition";
    }
  }

  /**
   * Measures. Its steps are, outer loop first: workloads, workers, outstanding, rates, passes.
   *
   * @param workloads 1 or more, one after another
   * @param load how hard
   * @param rampUp driven before the run time, not part of the totals
   * @param runTime measured
   * @param passes how often each combination is measured, 1 or more
   * @param pause waited before each step
   */
  record Measure(
      List<AccessSpecification> workloads,
      Load load,
      Duration rampUp,
      Duration runTime,
      int passes,
      Duration pause)
      implements Phase {
    public Measure {
      workloads = List.copyOf(workloads);
    }

    @Override
    public String keyword() {
      return "measure";
    }
  }

  /**
   * Waits without I/O.
   *
   * @param time how long
   */
  record Idle(Duration time) implements Phase {
    @Override
    public String keyword() {
      return "idle";
    }
  }

  /** Reads every target whole and checks the stamp of every sector that Loadstone wrote. */
  record Verify() implements Phase {
    @Override
    public String keyword() {
      return "verify";
    }
  }
}
