package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.core.internal.TestAgent;
import io.loadstone.engine.noop.internal.NoopEngine;
import io.loadstone.itests.truth.StopwatchEngine.Lap;
import io.loadstone.sim.internal.SimTargetProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures simulated targets with the whole core, and judges what came of it. */
final class Truth {
  private static final boolean LONG = Boolean.getBoolean("truth.long");
  private static final int ATTEMPTS = 3;

  private Truth() {}

  /** Seconds of a measurement: as given, ten times that in the long form. */
  static int seconds(int shortForm) {
    return LONG ? 10 * shortForm : shortForm;
  }

  /**
   * What one run measured.
   *
   * @param laps of the second instrument, for all operations from the first to the last
   * @param waitedNs how long the kernel kept the loops waiting, all together
   */
  record Measured(RunResult run, List<Interval> intervals, List<Lap> laps, long waitedNs) {
    StepResult step() {
      return run.steps().getFirst();
    }

    /** Those that count. */
    List<Interval> series() {
      return intervals.stream().filter(interval -> !interval.rampUp()).toList();
    }

    int rampUpOperations() {
      return (int)
          intervals.stream()
              .filter(Interval::rampUp)
              .mapToLong(interval -> interval.total().operations())
              .sum();
    }

    /**
     * Share of the time in which loops did not run though they could, or the host was elsewhere.
     */
    double starved() {
      double ranNs = 1e9 * (step().rampUpSeconds() + step().runSeconds());
      return waitedNs / ranNs + Math.max(0, step().cpu().stealPercent()) / 100;
    }

    /** What that can add to the mean: at most all that are outstanding are late by it. */
    double meanExcuseNs() {
      double ranNs = 1e9 * (step().rampUpSeconds() + step().runSeconds());
      return step().step().outstanding() * starved() * ranNs / Math.max(1, laps.size());
    }
  }

  /** Random reads of 4 KiB in a closed loop, on whatever engine is chosen for the target. */
  static Measured closedLoop(
      String uri, int workers, String outstanding, int rampUpSeconds, int seconds)
      throws Exception {
    StopwatchEngine engine = new StopwatchEngine();
    try (TestAgent agent = new TestAgent(new NoopEngine(), engine).with(new SimTargetProvider())) {
      Plan plan =
          TestAgent.plan(
              Plan.ENGINE_AUTO,
              ErrorPolicy.STOP,
              uri,
              TestAgent.measure(
                  TestAgent.reads(),
                  Integer.toString(workers),
                  outstanding,
                  rampUpSeconds * 1000L,
                  seconds * 1000L));
      RunResult run = agent.run(plan, Duration.ofMinutes(10));
      assertThat(run.run().state()).as(run.run().reason()).isEqualTo(RunState.COMPLETED);
      assertThat(run.steps()).isNotEmpty().allMatch(step -> step.engine().equals("sim"));
      return new Measured(
          run, agent.store.intervals(run.run().id()), engine.laps(), engine.waitedNs());
    }
  }

  /** Something that compares anew at each call. */
  interface Attempt {
    List<Comparison> compare() throws Exception;
  }

  /**
   * Holds if every figure agrees in one of three attempts in which it could be judged. A figure
   * that never does is a failure; one that could never be judged, as others had the processors,
   * skips the test, which says so.
   */
  static void holds(Attempt attempt) throws Exception {
    List<Comparison> open = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < ATTEMPTS; i++) {
      List<Comparison> comparisons = attempt.compare();
      if (i == 0) {
        open.addAll(comparisons);
      }
      for (Comparison comparison : comparisons) {
        if (comparison.conclusive() && comparison.agrees()) {
          open.removeIf(other -> other.what().equals(comparison.what()));
        } else if (comparison.conclusive()) {
          wrong.add(comparison.toString());
        }
      }
      if (open.isEmpty()) {
        return;
      }
    }
    if (open.stream().anyMatch(o -> wrong.stream().anyMatch(w -> w.startsWith(o.what() + ":")))) {
      fail("In none of " + ATTEMPTS + " attempts: " + String.join("\n", wrong));
    }
    abort("Others had the processors, so that these could not be judged: " + open);
  }
}
