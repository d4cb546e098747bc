package io.loadstone.core.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.account.RateMeter;
import io.loadstone.core.internal.load.BulkJob;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import io.loadstone.core.internal.load.LoadCrew;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  private final Services services;
  private final Map<Combination, Headroom> known = new HashMap<>();

  HeadroomProbe(Services services) {
    this.services = services;
  }

  /**
   * Measures, or says why not. Ends at once if somebody asks for the run's end.
   *
   * @param load of the step
   */
  Headroom of(RunContext context, StepPlan step, Load load) throws EndOfRun, InterruptedException {
    Combination combination = Combination.of(step);
    Headroom before = known.get(combination);
    if (before != null) {
      return before;
    }
    String obstacle = obstacle(context, load).orElse("");
    Headroom found = obstacle.isEmpty() ? measure(context, load) : Headroom.none(obstacle);
    known.put(combination, found);
    return found;
  }

  /**
   * Measures once more, after a step that the figure from before it would speak against: by now
   * everything is compiled, and what disturbed the first time may be gone. The better one counts.
   * If the run's end is asked for meanwhile, it is the one from before.
   */
  Headroom again(RunContext context, StepPlan step, Load load, Headroom before)
      throws InterruptedException {
    try {
      Headroom now = measure(context, load);
      Headroom better = now.noopIops() > before.noopIops() ? now : before;
      known.put(Combination.of(step), better);
      return better;
    } catch (EndOfRun _) { // the run tells it after the step's result, which must not be lost
      return before;
    }
  }

  private static Optional<String> obstacle(RunContext context, Load load) {
    if (!load.engine().traits().performsIo()) {
      return Optional.of(
          "The engine "
              + context.engineName()
              + " performs no I/O itself: the figures are those of the generator.");
    }
    if (load.pattern().delays()) {
      return Optional.of("The access specification has delays, which bound the rate.");
    }
    if (context.settings().concurrentRuns() > 1) {
      return Optional.of("Several runs may go on at once, and it would disturb the others.");
    }
    return Optional.empty();
  }

  private Optional<IoEngine> noop(List<Target> targets) {
    return services.engines().stream()
        .filter(engine -> !engine.traits().performsIo())
        .filter(engine -> EngineChoice.obstacle(engine, targets).isEmpty())
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
    LoadCrew crew = new LoadCrew(load, control, errors);
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
          own.performsIo(),
          own.preference());
    }

    @Override
    public Optional<String> unavailable() {
      return noop.unavailable();
    }

    @Override
    public Optional<String> refuses(Target target) {
      return noop.refuses(target);
    }

    @Override
    public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
      return noop.open(targets, options);
    }
  }
}
