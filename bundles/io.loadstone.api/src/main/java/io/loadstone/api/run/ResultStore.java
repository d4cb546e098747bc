package io.loadstone.api.run;

import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Keeps runs for good. An OSGi service. When a method that writes returns, what it wrote survives
 * {@code kill -9}.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ProviderType
public interface ResultStore {
  /** Where they are kept, for people: the path of a file. Does not touch it. */
  String location();

  /** A run was accepted. */
  void accepted(RunSummary run, String planText, AgentInfo agent) throws IOException;

  /** A run's state, reason, beginning or end changed. */
  void changed(RunSummary run) throws IOException;

  /** A step begins. */
  void stepBegan(
      String runId, StepPlan step, List<String> targets, String engine, PageCache pageCache)
      throws IOException;

  /** An interval is over. */
  void interval(String runId, Interval interval) throws IOException;

  /** A step is over. */
  void stepEnded(String runId, StepResult result) throws IOException;

  /** What the sweeps of a run showed; replaces what was there. */
  void saturation(String runId, List<Saturation> saturation) throws IOException;

  /** Something happened. */
  void annotate(String runId, Annotation annotation) throws IOException;

  /**
   * Runs, newest first.
   *
   * @param limit how many at most, 1 or more
   */
  List<RunSummary> runs(int limit) throws IOException;

  /** What a run measured so far. */
  Optional<RunResult> result(String runId) throws IOException;

  /** Hands every interval of a run to {@code each}, in order, without keeping them in memory. */
  void intervals(String runId, Consumer<Interval> each) throws IOException;

  /**
   * Some intervals of a run, in order.
   *
   * @param after how many to pass over
   * @param limit how many at most, 1 or more
   */
  List<Interval> intervals(String runId, long after, int limit) throws IOException;

  /**
   * Runs that lack something, oldest first: those that have not ended, which after a start were
   * interrupted, and ended ones with a step that has measured intervals and no result.
   */
  List<RunSummary> unfinished() throws IOException;

  /** The step of a run that began and did not end, if there is one. */
  Optional<UnfinishedStep> unfinishedStep(String runId) throws IOException;

  /**
   * A step that began and did not end.
   *
   * @param step what was to be done
   * @param targets texts of the target URIs
   * @param engine name of the engine
   * @param pageCache what the page cache had to do with its I/O
   */
  record UnfinishedStep(StepPlan step, List<String> targets, String engine, PageCache pageCache) {
    public UnfinishedStep {
      targets = List.copyOf(targets);
    }

    /** Whether no I/O went through the page cache. */
    public boolean direct() {
      return pageCache != PageCache.USED;
    }
  }
}
