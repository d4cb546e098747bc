package io.loadstone.core.internal;

import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.ResultStore;
import io.loadstone.core.internal.account.SaturationRule;
import io.loadstone.core.internal.account.StepSum;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the runs that a crash cut off: each becomes interrupted, its unfinished step the sum of the
 * intervals that it had. A run that ended while its last step could not be stored, as on a full
 * disk, gets that step in the same way and stays what it is. Nothing is started again.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final String REASON =
      "The agent went away while it was under way; what it had measured is kept.";

  private final ResultStore store;

  Recovery(ResultStore store) {
    this.store = store;
  }

  void recover() {
    try {
      for (RunSummary run : store.unfinished()) {
        recover(run);
      }
    } catch (IOException e) {
      LOG.error("Runs that were cut off could not be found: {}", e.getMessage());
    }
  }

  private void recover(RunSummary run) {
    try {
      AtomicLong lastEpochMs = new AtomicLong(run.startedEpochMs());
      ResultStore.UnfinishedStep unfinished = store.unfinishedStep(run.id()).orElse(null);
      StepSum sum = new StepSum();
      store.intervals(
          run.id(),
          interval -> {
            lastEpochMs.set(interval.startEpochMs() + interval.lengthNs() / 1_000_000);
            if (unfinished != null && interval.step() == unfinished.step().index()) {
              sum.add(interval);
            }
          });
      if (unfinished != null && sum.measured()) {
        Verdict verdict = new Verdict(Verdict.State.SUSPECT, List.of(whyUnfinished(run)));
        store.stepEnded(
            run.id(),
            sum.result(
                unfinished,
                GeneratorFigures.unknown("The agent went away in the middle of this step."),
                DataFigures.NONE,
                (total, cpu, checks) -> verdict));
      }
      var steps = store.result(run.id());
      if (steps.isPresent()) {
        store.saturation(run.id(), SaturationRule.of(steps.get().steps()));
      }
      if (!run.state().ended()) {
        store.annotate(run.id(), new Annotation(System.currentTimeMillis(), REASON));
        end(run, REASON, lastEpochMs.get());
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("Run {} was cut off and could not be recovered whole", run.id(), e);
      endDamaged(run, e);
    }
  }

  private static String whyUnfinished(RunSummary run) {
    return run.state().ended()
        ? "It ended early: " + run.reason()
        : "It was interrupted: the agent went away in the middle of this step.";
  }

  // A run that can't be summed up must not stay open for ever.
  private void endDamaged(RunSummary run, Exception cause) {
    if (run.state().ended()) {
      return;
    }
    try {
      end(run, REASON + " Its last step could not be summed up: " + cause.getMessage(), 0);
    } catch (IOException e) {
      LOG.error("Run {} could not be marked as interrupted: {}", run.id(), e.getMessage());
    }
  }

  private void end(RunSummary run, String reason, long lastEpochMs) throws IOException {
    long ended = lastEpochMs > 0 ? lastEpochMs : System.currentTimeMillis();
    store.changed(
        new RunSummary(
            run.id(),
            run.name(),
            RunState.INTERRUPTED,
            reason,
            run.startedEpochMs(),
            ended,
            run.labels()));
    LOG.info("Run {} is interrupted: {}", run.id(), reason);
  }
}
