package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.Run;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetUri;
import io.loadstone.core.internal.load.ScheduleReplay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * The core with a scripted engine, targets in memory and a store in memory; with other engines and
 * targets for the tests of other modules.
 */
public final class TestAgent implements AutoCloseable {
  static final AgentInfo INFO = new AgentInfo("1", "host", "os", 2, 1, "java", "clock");

  public final MemoryStore store;
  final MemoryTargets targets = new MemoryTargets();
  final AgentRuns runs;

  public TestAgent(IoEngine... engines) {
    this(new MemoryStore(), Settings.of(2, 1, 2, 64 << 20), engines);
  }

  TestAgent(MemoryStore store, Settings settings, IoEngine... engines) {
    this.store = store;
    runs = new AgentRuns(INFO, store, new AnyText(), settings);
    for (IoEngine engine : engines) {
      runs.addEngine(engine);
    }
    runs.addTargetProvider(targets);
  }

  /** With one more kind of target. */
  public TestAgent with(TargetProvider provider) {
    runs.addTargetProvider(provider);
    return this;
  }

  public static Plan plan(String engine, ErrorPolicy onError, String target, Phase... phases) {
    return new Plan(
        "test",
        List.of(TargetUri.parse(target)),
        engine,
        Map.of(),
        DirectMode.AUTO,
        onError,
        false,
        List.of(),
        false,
        1,
        Map.of(),
        List.of(phases));
  }

  static Plan plan(Phase... phases) {
    return plan(Plan.ENGINE_AUTO, ErrorPolicy.STOP, "mem:a", phases);
  }

  /** The same plan with options of its engine. */
  static Plan withOptions(Map<String, String> engineOptions, Plan plan) {
    return new Plan(
        plan.name(),
        plan.targets(),
        plan.engine(),
        engineOptions,
        plan.direct(),
        plan.onError(),
        plan.overwrite(),
        plan.destroy(),
        plan.removeAfter(),
        plan.seed(),
        plan.labels(),
        plan.phases());
  }

  public static AccessSpecification reads() {
    return AccessSpecification.of("reads", 4096, 100, 100);
  }

  public static AccessSpecification mixed() {
    return AccessSpecification.of("mixed", 4096, 60, 100);
  }

  static AccessSpecification writes() {
    return AccessSpecification.of("writes", 4096, 0, 100);
  }

  public static Phase.Measure measure(
      AccessSpecification workload, String workers, String outstanding, long rampMs, long runMs) {
    return new Phase.Measure(
        List.of(workload),
        new Load(Sweep.parse(workers), Sweep.parse(outstanding)),
        Duration.ofMillis(rampMs),
        Duration.ofMillis(runMs),
        1,
        Duration.ZERO);
  }

  static Phase.Measure open(
      AccessSpecification workload,
      String workers,
      String outstanding,
      String rate,
      Arrivals arrivals,
      long runMs) {
    return open(workload, workers, outstanding, rate, arrivals, 0, runMs);
  }

  /** In an open loop. */
  public static Phase.Measure open(
      AccessSpecification workload,
      String workers,
      String outstanding,
      String rate,
      Arrivals arrivals,
      long rampMs,
      long runMs) {
    return new Phase.Measure(
        List.of(workload),
        new Load(
            Sweep.parse(workers),
            Sweep.parse(outstanding),
            Optional.of(RateSweep.parse(rate)),
            arrivals),
        Duration.ofMillis(rampMs),
        Duration.ofMillis(runMs),
        1,
        Duration.ZERO);
  }

  /**
   * When the first arrivals of a plan's step are due, in nanoseconds from its beginning.
   *
   * @param step with an open loop
   */
  public static long[] dueNs(Plan plan, StepPlan step, int arrivals) {
    return ScheduleReplay.dueNs(
        step.openLoop().orElseThrow(),
        step.workload().largestBytes(),
        RunContext.seed(plan, step.index() + 1L),
        arrivals);
  }

  /** Starts a plan and waits for its end. */
  RunResult run(Plan plan) throws Exception {
    return run(plan, Duration.ofSeconds(30));
  }

  /** Starts a plan and waits for its end, so long at most. */
  public RunResult run(Plan plan, Duration atMost) throws Exception {
    return result(runs.start(plan), atMost);
  }

  RunResult result(Run run) {
    return result(run, Duration.ofSeconds(30));
  }

  private RunResult result(Run run, Duration atMost) {
    Awaitility.await()
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> run.summary().state().ended() && !live(run));
    return store.result(run.summary().id()).orElseThrow();
  }

  // The coordinator's last act comes after the end is told.
  private static boolean live(Run run) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.getName().equals("loadstone-" + run.summary().id()));
  }

  static void awaitState(Run run, RunState state) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> run.summary().state() == state);
  }

  @Override
  public void close() {
    runs.stop();
  }

  private static final class AnyText implements PlanText {
    @Override
    public Plan read(String text, String source, Map<String, String> overrides) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String toYaml(Plan plan) {
      return "name: " + plan.name();
    }

    @Override
    public String schema() {
      return "{}";
    }
  }
}
