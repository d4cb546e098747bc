package io.loadstone.core.internal;

import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.LiveFigures;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.target.PageCache;
import io.loadstone.core.internal.account.SaturationRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the world what a run does: first the store, then the live figures, then listeners. A store
 * that fails ends the run; a listener that throws is logged once.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class RunJournal {
  private static final Logger LOG = LoggerFactory.getLogger(RunJournal.class);
  private static final String STORE_FAILED = "The result store failed: ";
  private static final String OWED =
      " The result of its last step could not be stored; the next start of the agent makes it of"
          + " the intervals that were.";

  private final LiveRun run;
  private final ResultStore store;
  private final Services services;
  private final Progress progress;
  private final RunClock clock = new RunClock(System.currentTimeMillis(), System::nanoTime);
  private final List<StepResult> results = new ArrayList<>();
  private final Set<RunListener> complained = new HashSet<>();
  private @Nullable StepPlan step;
  private @Nullable StepResult owed;
  private @Nullable Interval interval;
  private String activity = "";
  private long intervals;
  private long errors;
  private double partSecondsLeft = -1;

  RunJournal(LiveRun run, ResultStore store, Services services, Progress progress) {
    this.run = run;
    this.store = store;
    this.services = services;
    this.progress = progress;
  }

  /** The time of this run. */
  RunClock clock() {
    return clock;
  }

  Progress progress() {
    return progress;
  }

  void state(RunState state) throws EndOfRun {
    if (run.summary().state() != state) {
      change(state);
    }
  }

  private void change(RunState state) throws EndOfRun {
    RunSummary before = run.summary();
    // What it waited for others is no part of what it took.
    long started = before.state() == RunState.QUEUED ? clock.epochMs() : before.startedEpochMs();
    RunSummary changed =
        new RunSummary(before.id(), before.name(), state, "", started, 0, before.labels());
    try {
      stored(() -> store.changed(changed));
    } finally {
      run.summary(changed);
      refresh();
      tell(listener -> listener.stateChanged(run, state));
    }
  }

  /**
   * What the run does now.
   *
   * @param secondsLeft of this activity; -1 if unknown
   */
  void activity(String phrase, double secondsLeft) {
    activity = phrase;
    partSecondsLeft = secondsLeft;
    refresh();
  }

  void errors(long count) {
    errors = count;
  }

  void annotate(String text) throws EndOfRun {
    annotate(new Annotation(clock.epochMs(), text));
  }

  void annotate(Annotation annotation) throws EndOfRun {
    stored(() -> store.annotate(run.id(), annotation));
  }

  void stepBegan(StepPlan begun, List<String> targets, String engine, PageCache pageCache)
      throws EndOfRun {
    stored(() -> store.stepBegan(run.id(), begun, targets, engine, pageCache));
    step = begun;
    refresh();
  }

  void interval(Interval over) throws EndOfRun {
    stored(() -> store.interval(run.id(), over));
    interval = over;
    intervals++;
    refresh();
    tell(listener -> listener.intervalEnded(run, over));
  }

  void stepEnded(StepResult result) throws EndOfRun {
    if (owed == null) {
      results.add(result);
    }
    owed = result;
    stored(() -> store.stepEnded(run.id(), result));
    owed = null;
    tell(listener -> listener.stepEnded(run, result));
  }

  /** The last word: what the sweeps showed, and the end. */
  void ended(RunState state, String reason) {
    partSecondsLeft = 0;
    endWith(state, payStep() ? reason : (reason + OWED).strip());
  }

  // A row less may fit where the one before did not, and space may have been freed meanwhile.
  private boolean payStep() {
    StepResult result = owed;
    try {
      if (result != null) {
        stepEnded(result);
      }
      return true;
    } catch (EndOfRun e) {
      LOG.error("The last step of run {} could not be stored: {}", run.id(), e.reason());
      return false;
    }
  }

  private void endWith(RunState state, String reason) {
    RunSummary end = end(state, reason);
    try {
      stored(() -> store.saturation(run.id(), SaturationRule.of(results)));
      stored(() -> store.changed(end));
      over(end);
    } catch (EndOfRun e) {
      LOG.error("The end of run {} could not be stored: {}", run.id(), e.reason());
      RunSummary worse =
          end(
              state == RunState.COMPLETED ? RunState.FAILED : state,
              reason.startsWith(STORE_FAILED) ? reason : (reason + " " + e.reason()).strip());
      try {
        // It may have been only the one thing.
        store.changed(worse);
      } catch (IOException | RuntimeException again) {
        LOG.error(
            "The store does not know yet that run {} has ended: {}", run.id(), again.getMessage());
      }
      over(worse);
    }
  }

  private RunSummary end(RunState state, String reason) {
    RunSummary before = run.summary();
    return new RunSummary(
        before.id(),
        before.name(),
        state,
        reason,
        before.startedEpochMs(),
        clock.epochMs(),
        before.labels());
  }

  private void over(RunSummary end) {
    activity = end.state().name().toLowerCase(Locale.ROOT);
    run.summary(end);
    refresh();
    tell(listener -> listener.stateChanged(run, end.state()));
  }

  private void refresh() {
    StepPlan s = step;
    Interval i = interval;
    run.live(
        new LiveFigures(
            run.summary().state(),
            activity,
            s == null ? -1 : s.index(),
            run.live().steps(),
            s == null ? "" : s.workload().name(),
            s == null ? 0 : s.workers(),
            s == null ? 0 : s.outstandingPerWorker(),
            i == null ? 0 : i.startEpochMs(),
            i == null ? 0 : i.lengthNs(),
            intervals,
            i == null ? IoFigures.NONE : i.read().figures(),
            i == null ? IoFigures.NONE : i.write().figures(),
            i == null ? IoFigures.NONE : i.total(),
            i == null ? Optional.empty() : i.arrivals(),
            i == null ? CpuFigures.UNKNOWN : i.cpu(),
            i == null ? DeviceFigures.UNKNOWN : i.device(),
            errors,
            run.summary().state() == RunState.COMPLETED ? 100 : progress.percent(partSecondsLeft),
            run.summary().state().ended() ? 0 : progress.secondsLeft(partSecondsLeft)));
  }

  void tell(Consumer<RunListener> news) {
    for (RunListener listener : services.listeners()) {
      try {
        news.accept(listener);
      } catch (RuntimeException | LinkageError e) {
        // A plug-in whose classes went with its bundle is no reason to end a run.
        if (complained.add(listener)) {
          LOG.warn("The listener {} failed and is told the next news nevertheless", listener, e);
        }
      }
    }
  }

  private void stored(StoreCall call) throws EndOfRun {
    try {
      call.run();
    } catch (IOException | RuntimeException e) {
      throw EndOfRun.failed(
          STORE_FAILED
              + (e.getMessage() == null ? e.toString() : e.getMessage())
              + "; what was stored before is kept.");
    }
  }

  /** Writes to the store. */
  @FunctionalInterface
  private interface StoreCall {
    void run() throws IOException;
  }
}
