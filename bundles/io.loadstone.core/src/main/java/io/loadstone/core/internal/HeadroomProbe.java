package io.loadstone.core.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.core.internal.account.RateMeter;
import io.loadstone.core.internal.account.StepJudge;
import io.loadstone.core.internal.load.BulkJob;
import io.loadstone.core.internal.load.DataSample;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import io.loadstone.core.internal.load.LoadCrew;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Measures what the generator could do with a step's load if storage took no time: drives it with
 * the same loops and recorders through an engine that performs no I/O, just before the step.
 * Nothing reaches a target, and nothing of it is in any figure but the head-room. Loads that a run
 * repeats are measured once.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class HeadroomProbe {
  private static final long POLL_NS = 20_000_000L;
  private static final long END_NS = 5_000_000_000L;

  // What is compiled in the background beside a warm generator stays below this.
  private static final long COMPILED_MS = 20;
  // Starting thousands of threads takes longer than the step.
  private static final int MOST_THREADS = 512;

  private final Services services;
  private final LongSupplier compiledMs;
  private final Map<Combination, Measured> known = new HashMap<>();

  /**
   * @param compiledMs time that the just-in-time compilers took so far
   */
  HeadroomProbe(Services services, LongSupplier compiledMs) {
    this.services = services;
    this.compiledMs = compiledMs;
  }

  /** What the compilers of this JVM took so far; 0 if it has none or does not tell. */
  static long compiledMs() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
        ? 0
        : compilers.getTotalCompilationTime();
  }

  /**
   * Before a step: measures, or says why not. Ends at once if somebody asks for the run's end.
   *
   * @param load of the step
   */
  Headroom beforeStep(RunContext context, StepPlan step, Load load)
      throws EndOfRun, InterruptedException {
    Combination combination = Combination.of(step);
    Measured before = known.get(combination);
    if (before != null) {
      return before.headroom();
    }
    String obstacle = obstacle(context, load).orElse("");
    return remember(
        combination, obstacle.isEmpty() ? measure(context, load) : Headroom.none(obstacle));
  }

  /**
   * After a step: measures once more if the figure from before would speak against the step, or is
   * of code that was compiled better meanwhile. The better figure counts. If the run's end is asked
   * for, it is the one from before.
   *
   * @param iops of the step
   */
  Headroom afterStep(RunContext context, StepPlan step, Load load, double iops)
      throws InterruptedException {
    Combination combination = Combination.of(step);
    Measured measured = known.get(combination);
    if (measured == null) {
      throw new IllegalStateException("nothing was measured before " + combination);
    }
    Headroom before = measured.headroom();
    boolean doubtful =
        StepJudge.tooLittle(before.against(iops))
            || compiledMs.getAsLong() - measured.compiledMs() > COMPILED_MS;
    if (!doubtful || before.noopIops() < 0) {
      return before;
    }
    try {
      Headroom now = measure(context, load);
      return remember(combination, now.noopIops() > before.noopIops() ? now : before);
    } catch (EndOfRun _) { // the run tells it after the step's result, which must not be lost
      return before;
    }
  }

  private Headroom remember(Combination combination, Headroom headroom) {
    known.put(combination, new Measured(headroom, compiledMs.getAsLong()));
    return headroom;
  }

  private static Optional<String> obstacle(RunContext context, Load load) {
    if (!load.engine().traits().measuresTargets()) {
      return Optional.of(
          "The engine "
              + context.engineName()
              + " performs no I/O itself: there is nothing to compare.");
    }
    if (load.pattern().delays()) {
      return Optional.of("The access specification has delays, which bound the rate.");
    }
    boolean asynchronous = load.engine().traits().asynchronous();
    if (!asynchronous && (long) load.workers() * load.outstanding() > MOST_THREADS) {
      return Optional.of(
          "The engine takes a thread for each outstanding I/O, and more than "
              + MOST_THREADS
              + " of them would be started once more for it.");
    }
    if (context.settings().concurrentRuns() > 1) {
      return Optional.of("Several runs may go on at once, and it would disturb the others.");
    }
    return Optional.empty();
  }

  private Optional<IoEngine> noop(List<Target> targets) {
    List<TargetTraits> traits = targets.stream().map(Target::traits).toList();
    return services.engines().stream()
        .filter(engine -> !engine.traits().measuresTargets())
        .filter(engine -> EngineChoice.obstacle(engine, traits).isEmpty())
        .findFirst();
  }

  private Headroom measure(RunContext context, Load load) throws EndOfRun, InterruptedException {
    IoEngine noop = noop(load.targets()).orElse(null);
    return noop == null
        ? Headroom.none(
            "There is no engine that performs no I/O and takes these targets; put one into the"
                + " plug-ins' folder.")
        : drive(context, load.with(new InShapeOf(load.engine(), noop)));
  }

  private static Headroom drive(RunContext context, Load load)
      throws EndOfRun, InterruptedException {
    LoadControl control = new LoadControl();
    ErrorLog errors = new ErrorLog(1, load.targets().stream().map(BulkJob::nameOf).toList());
    // What is not written is of no interest to anybody.
    LoadCrew crew = new LoadCrew(load, control, errors, DataSample.none());
    double iops = 0;
    try {
      crew.start();
      while (!crew.awaitReady(POLL_NS)) {
        context.endIfRequested();
      }
      crew.begin(System.nanoTime());
      iops = steadyIops(context, control, new RateMeter(crew.recorders(), System::nanoTime));
    } finally {
      control.cancel();
      crew.awaitEnd(END_NS);
    }
    String failure = control.failure();
    return failure != null
        ? Headroom.none(failure + ".")
        : iops > 0 ? Headroom.of(iops) : Headroom.none("No operation completed in its time.");
  }

  private static double steadyIops(RunContext context, LoadControl control, RateMeter meter)
      throws EndOfRun, InterruptedException {
    SteadyRate rate = new SteadyRate();
    while (!rate.settled() && control.mode() == LoadControl.Mode.RUN) {
      context.pause(SteadyRate.WINDOW_NS);
      rate.add(meter.next());
    }
    return rate.iops();
  }

  /** A figure and the compilers' time when it was taken. */
  private record Measured(Headroom headroom, long compiledMs) {}

  /** What makes two steps of a run the same load. */
  private record Combination(AccessSpecification workload, int workers, int outstanding) {
    static Combination of(StepPlan step) {
      return new Combination(step.workload(), step.workers(), step.outstandingPerWorker());
    }
  }

  /** The engine that does nothing, driven as the step's own is: with as many loops and slots. */
  private record InShapeOf(IoEngine model, IoEngine noop) implements IoEngine {
    @Override
    public EngineTraits traits() {
      EngineTraits own = noop.traits();
      return new EngineTraits(
          own.name(),
          own.description(),
          model.traits().asynchronous(),
          own.measuresTargets(),
          own.preference());
    }

    @Override
    public Optional<String> refuses(TargetTraits target) {
      return noop.refuses(target);
    }

    @Override
    public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
      return noop.open(targets, options);
    }
  }
}
