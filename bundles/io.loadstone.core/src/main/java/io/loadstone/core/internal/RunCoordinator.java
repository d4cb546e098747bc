package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.core.internal.account.Slice;
import io.loadstone.core.internal.account.TimeLine;
import io.loadstone.core.internal.load.BulkJob;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one plan: opens its targets, goes through its phases, closes everything and says how it
 * ended. Whatever happens, the run ends and its thread with it.
 */
final class RunCoordinator implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(RunCoordinator.class);
  private static final long FOREVER_NS = 100L * 365 * 24 * 3600 * 1_000_000_000L;

  private final LiveRun run;
  private final Services services;
  private final Settings settings;
  private final RunJournal journal;
  private final Runnable whenOver;

  /**
   * @param whenOver called last, after the run's end is in the store
   */
  RunCoordinator(
      LiveRun run, Services services, ResultStore store, Settings settings, Runnable whenOver) {
    this.run = run;
    this.services = services;
    this.settings = settings;
    this.whenOver = whenOver;
    Progress progress =
        new Progress(Steps.seconds(run.plan()), Steps.count(run.plan()), System::nanoTime);
    journal = new RunJournal(run, store, services, progress);
  }

  @Override
  public void run() {
    RunState state = RunState.COMPLETED;
    String reason = "";
    try {
      execute();
    } catch (EndOfRun e) {
      state = e.state();
      reason = e.reason();
    } catch (InterruptedException e) {
      // Nobody here interrupts; whoever does wants this thread to end.
      state = RunState.STOPPED;
      reason = "Its thread was interrupted.";
    } catch (RuntimeException | Error e) {
      LOG.error("Run {} broke", run.id(), e);
      state = RunState.FAILED;
      reason = "An unexpected fault in Loadstone ended it: " + e + "; the log has the details.";
    }
    try {
      journal.ended(state, reason);
      LOG.info("Run {} ended: {} {}", run.id(), state, reason);
    } finally {
      run.uses(null, List.of());
      whenOver.run();
      run.isOver();
    }
  }

  private void execute() throws EndOfRun, InterruptedException {
    Request early = run.request();
    if (early != null) {
      throw early.asEnd();
    }
    journal.activity("opening the targets", -1);
    journal.state(RunState.PREPARING);
    // It may have waited long: what was true when it was accepted need not be true now.
    PlanJudge.Judgement judgement =
        PlanJudge.judge(run.plan(), services, settings, Optional.empty());
    IoEngine engine = judgement.engine();
    if (judgement.preview().refusal().isPresent() || engine == null) {
      throw EndOfRun.failed(
          judgement
              .preview()
              .refusal()
              .map(Refusal::reason)
              .orElse(judgement.preview().engineReason()));
    }
    List<TargetProvider> providers = new ArrayList<>();
    run.plan().targets().forEach(t -> services.provider(t.scheme()).ifPresent(providers::add));
    run.uses(engine, providers);
    // From now on its going is told to this run; it may have gone before.
    if (!services.engines().contains(engine)) {
      throw AgentRuns.gone("The engine " + engine.traits().name()).asEnd();
    }
    journal.annotate("Engine: " + judgement.preview().engineReason() + ".");
    for (String warning : judgement.preview().warnings()) {
      journal.annotate(warning);
    }
    List<Target> targets = new ArrayList<>();
    try {
      open(targets);
      drive(engine, targets);
    } finally {
      close(targets);
      if (run.plan().removeAfter()) {
        remove(); // however the run ended, or disks fill with what failed runs left
      }
    }
  }

  private void open(List<Target> targets) throws EndOfRun {
    TargetUse use = PlanUse.of(run.plan());
    for (TargetUri uri : run.plan().targets()) {
      TargetProvider provider =
          services
              .provider(uri.scheme())
              .orElseThrow(
                  () -> EndOfRun.failed("The kind of target " + uri.scheme() + ": went away."));
      try {
        Target target = provider.open(uri, use);
        targets.add(target);
        // The lease is for what was there when the run was accepted, and so is every consent.
        if (!run.identities().contains(target.traits().identity())) {
          throw EndOfRun.failed(
              uri
                  + " is not what it was when the run was accepted (then "
                  + String.join(", ", run.identities())
                  + ", now "
                  + target.traits().identity()
                  + "); nothing was done with it: look at a preview and start the plan again");
        }
        journal.annotate("Target " + uri + ": " + target.description() + ".");
      } catch (TargetRefusedException | IOException e) {
        throw EndOfRun.failed(String.valueOf(e.getMessage()));
      }
    }
  }

  private void drive(IoEngine engine, List<Target> targets) throws EndOfRun, InterruptedException {
    for (Target target : targets) {
      String refusal = engine.refuses(target.traits()).orElse(null);
      if (refusal != null) {
        throw EndOfRun.failed(refusal);
      }
    }
    Plan plan = run.plan();
    RunContext context =
        new RunContext(
            run,
            journal,
            settings,
            engine,
            targets,
            PlanUse.of(plan).layout(),
            new ErrorLog(
                plan.onError().stopAfterErrors(), targets.stream().map(BulkJob::nameOf).toList()),
            new HeadroomProbe(services, HeadroomProbe::compiledMs));
    int steps = Steps.of(plan).size();
    int next = 0;
    for (Phase phase : plan.phases()) {
      context.endIfRequested();
      switch (phase) {
        case Phase.Prepare prepare -> prepare(context, prepare);
        case Phase.Precondition precondition -> precondition(context, precondition);
        case Phase.Measure measure -> {
          measure(context, Steps.of(measure, next), steps);
          next += Steps.of(measure, next).size();
        }
        case Phase.Idle idle -> idle(context, idle);
        case Phase.Verify verify -> {
          journal.state(RunState.PREPARING);
          journal.progress().part(0);
          context.bulk(BulkJob.Work.VERIFY, targets, PlanUse.dataOf(plan), "verifying", false);
          journal.annotate("Verified: every sector holds what Loadstone wrote there.");
        }
      }
    }
  }

  private void prepare(RunContext context, Phase.Prepare phase)
      throws EndOfRun, InterruptedException {
    journal.state(RunState.PREPARING);
    journal.progress().part(0);
    journal.activity("laying out", -1);
    List<Target> toFill = new ArrayList<>();
    try {
      for (Target target : context.targets()) {
        if (target.lay(phase.layout()) == Target.Fill.WHOLE) {
          toFill.add(target);
        }
        long tail = target.sizeBytes() - BulkJob.coveredBytes(target);
        if (tail > 0) {
          journal.annotate(
              "Target "
                  + target.uri()
                  + ": bytes not covered: "
                  + tail
                  + ", at its end, shorter than its alignment of "
                  + target.alignmentBytes()
                  + ".");
        }
        context.endIfRequested();
      }
      if (toFill.isEmpty()) {
        return;
      }
      context.bulk(BulkJob.Work.FILL, toFill, phase.data(), "laying out", false);
      context.bulk(BulkJob.Work.FLUSH, toFill, "flushing the layout", false);
      for (Target target : toFill) {
        target.filled();
      }
    } catch (IOException e) {
      throw EndOfRun.failed(String.valueOf(e.getMessage()));
    }
  }

  private void precondition(RunContext context, Phase.Precondition phase)
      throws EndOfRun, InterruptedException {
    journal.state(RunState.PREPARING);
    journal.progress().part(Steps.seconds(phase));
    long size = context.targets().stream().mapToLong(Target::sizeBytes).sum();
    long budget = (long) Math.ceil(size * (phase.amountPercent() / 100));
    Load load =
        context.load(
            phase.workload(),
            phase.load().workers().values().getFirst(),
            phase.load().outstanding().values().getFirst(),
            Steps.openLoops(phase.load()).getFirst(),
            -1);
    EndOfRun end;
    try (LoadDriver driver = context.driver(load, new LoadControl(budget))) {
      if (driver.ready()) {
        long limit = phase.limit().isZero() ? FOREVER_NS : phase.limit().toNanos();
        long nowNs = System.nanoTime();
        driver.drive(
            TimeLine.from(journal.clock().epochMs(nowNs), nowNs, 0, limit),
            new PreconditionWatch(budget));
      }
      end = driver.end();
    }
    // A precondition has no intervals that could hold them.
    for (String note : context.errors().takeNotes()) {
      journal.annotate("While preconditioning: " + note + ".");
    }
    if (end != null) {
      throw end;
    }
    if (phase.workload().writes()) {
      context.bulk(BulkJob.Work.FLUSH, context.targets(), "flushing", false);
    }
  }

  private void measure(RunContext context, List<StepPlan> steps, int all)
      throws EndOfRun, InterruptedException {
    for (StepPlan step : steps) {
      Progress progress = journal.progress();
      progress.step(Steps.seconds(step));
      if (!step.pause().isZero()) {
        journal.activity(
            "waits before step " + (step.index() + 1) + " of " + all,
            Steps.seconds(step) + progress.overheadSeconds());
        context.pause(step.pause().toNanos());
      }
      context.endIfRequested();
      new StepRun(context, step, all).run();
      progress.stepEnded();
    }
  }

  private void idle(RunContext context, Phase.Idle phase) throws EndOfRun, InterruptedException {
    journal.state(RunState.PREPARING);
    journal.progress().part(Steps.seconds(phase));
    journal.activity("idle for " + phase.time().toSeconds() + " s", Steps.seconds(phase));
    context.pause(phase.time().toNanos());
  }

  private void close(List<Target> targets) {
    for (Target target : targets) {
      try {
        target.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Run {}: {} could not be closed: {}", run.id(), target.uri(), e.toString());
      }
    }
  }

  private void remove() {
    for (TargetUri uri : run.plan().targets()) {
      try {
        TargetProvider provider = services.provider(uri.scheme()).orElse(null);
        if (provider != null && provider.remove(uri)) {
          remark("Target " + uri + " was removed, as the plan says.");
        }
      } catch (TargetRefusedException | IOException | RuntimeException e) {
        remark("Target " + uri + " was not removed: " + e.getMessage());
      }
    }
  }

  // The run has its end by now, and a store that fails here must not take the place of its reason.
  private void remark(String text) {
    try {
      journal.annotate(text);
    } catch (EndOfRun e) {
      LOG.warn("Run {}: {} This is not in its result: {}", run.id(), text, e.reason());
    }
  }

  /** Shows how far a precondition is. */
  private final class PreconditionWatch implements LoadDriver.Watcher {
    private final long budgetBytes;
    private long movedBytes;

    PreconditionWatch(long budgetBytes) {
      this.budgetBytes = budgetBytes;
    }

    @Override
    public void slice(Slice slice) {
      movedBytes += slice.bytes();
      double share = budgetBytes == 0 ? 1 : Math.min(1, (double) movedBytes / budgetBytes);
      journal.activity(
          String.format(Locale.ROOT, "preconditioning %d %%", (int) (100 * share)),
          journal.progress().leftByShare(share));
    }

    @Override
    public void look() {
      // Requests and failures are the driver's work.
    }
  }
}
