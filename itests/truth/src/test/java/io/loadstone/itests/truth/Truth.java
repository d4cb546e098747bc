package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Phase;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measures simulated targets with the whole core, and judges what came of it. */
final class Truth {
  private static final boolean LONG = Boolean.getBoolean("truth.long");
  private static final int ATTEMPTS = 3;

  private Truth() {}

  /** Seconds of a measurement: as given, ten times that in the long form. */
  static int seconds(int shortForm) {
    return LONG ? 10 * shortForm : shortForm;
  }

  /** The cases of the short form; in the long form the others as well. */
  static <T> Stream<T> form(List<T> cases, List<T> others) {
    return LONG ? Stream.concat(cases.stream(), others.stream()) : cases.stream();
  }

  /**
   * What one run measured.
   *
   * @param laps of the second instrument, for all operations from the first to the last
   * @param waitedNs how long the kernel kept the loops waiting, all together
   */
  record Measured(
      Plan plan, RunResult run, List<Interval> intervals, List<Lap> laps, long waitedNs) {
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
    return measure(
        uri,
        TestAgent.measure(
            TestAgent.reads(),
            Integer.toString(workers),
            outstanding,
            rampUpSeconds * 1000L,
            seconds * 1000L));
  }

  /** Random reads of 4 KiB by one worker in an open loop. */
  static Measured openLoop(
      String uri, String rate, Arrivals arrivals, int outstanding, int rampUpSeconds, int seconds)
      throws Exception {
    return measure(
        uri,
        TestAgent.open(
            TestAgent.reads(),
            "1",
            Integer.toString(outstanding),
            rate,
            arrivals,
            rampUpSeconds * 1000L,
            seconds * 1000L));
  }

  private static Measured measure(String uri, Phase.Measure phase) throws Exception {
    StopwatchEngine engine = new StopwatchEngine();
    try (TestAgent agent = new TestAgent(new NoopEngine(), engine).with(new SimTargetProvider())) {
      Plan plan = TestAgent.plan(Plan.ENGINE_AUTO, ErrorPolicy.STOP, uri, phase);
      RunResult run = agent.run(plan, Duration.ofMinutes(10));
      assertThat(run.run().state()).as(run.run().reason()).isEqualTo(RunState.COMPLETED);
      assertThat(run.steps()).isNotEmpty().allMatch(step -> step.engine().equals("sim"));
      return new Measured(
          plan, run, agent.store.intervals(run.run().id()), engine.laps(), engine.waitedNs());
    }
  }

  /** Something that compares anew at each call. */
  interface Attempt {
    List<Comparison> compare() throws Exception;
  }

  /**
   * Holds if every figure that could be judged agrees in one of three attempts. Attempts go on
   * while a figure disagrees, and in the long form also while one could not be judged, since others
   * had the processors; if none could be judged in any of them, the test is skipped. What was seen
   * is printed.
   */
  static void holds(Attempt attempt) throws Exception {
    Map<String, Boolean> agreed = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < ATTEMPTS && (i == 0 || agreed.containsValue(false)); i++) {
      for (Comparison comparison : attempt.compare()) {
        System.out.println(comparison);
        boolean agrees = comparison.conclusive() && comparison.agrees();
        if (LONG || comparison.conclusive()) {
          agreed.merge(comparison.what(), agrees, Boolean::logicalOr);
        }
        if (comparison.conclusive() && !agrees) {
          wrong.add(comparison.toString());
        }
      }
    }
    wrong.removeIf(w -> agreed.getOrDefault(w.substring(0, w.indexOf(':')), false));
    if (!wrong.isEmpty()) {
      fail("In none of " + ATTEMPTS + " attempts: " + String.join("\n", wrong));
    }
    if (!agreed.containsValue(true)) {
      abort("Others had the processors, so that nothing could be judged");
    }
  }
}
