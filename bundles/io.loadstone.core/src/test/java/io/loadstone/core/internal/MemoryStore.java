package io.loadstone.core.internal;

import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A store that forgets everything with the JVM; can be told to fail. */
public final class MemoryStore implements ResultStore {
  private final Map<String, Kept> runs = new LinkedHashMap<>();
  public volatile String failsIntervals;

  /** Whoever stores an interval waits for it. */
  public volatile CountDownLatch slow = new CountDownLatch(0);

  public volatile String failsSaturation;
  public volatile String failsListing;

  /** How often the result of a step can't be stored. */
  public volatile int failsSteps;

  /** The state that can't be stored. */
  public volatile RunState failsState;

  private static final class Kept {
    RunSummary run;
    final String planText;
    final AgentInfo agent;
    final List<StepResult> steps = new ArrayList<>();
    final List<Interval> intervals = new ArrayList<>();
    final List<Annotation> journal = new ArrayList<>();
    List<Saturation> saturation = List.of();
    UnfinishedStep unfinished;

    Kept(RunSummary run, String planText, AgentInfo agent) {
      this.run = run;
      this.planText = planText;
      this.agent = agent;
    }
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public synchronized void accepted(RunSummary run, String planText, AgentInfo agent) {
    runs.put(run.id(), new Kept(run, planText, agent));
  }

  @Override
  public synchronized void changed(RunSummary run) throws IOException {
    if (run.state() == failsState) {
      throw new IOException("database or disk is full");
    }
    runs.get(run.id()).run = run;
  }

  @Override
  public synchronized void stepBegan(
      String runId, StepPlan step, List<String> targets, String engine, PageCache pageCache) {
    runs.get(runId).unfinished = new UnfinishedStep(step, targets, engine, pageCache);
  }

  @Override
  public void interval(String runId, Interval interval) throws IOException {
    while (slow.getCount() > 0) {
      LockSupport.parkNanos(1_000_000);
    }
    keep(runId, interval);
  }

  private synchronized void keep(String runId, Interval interval) throws IOException {
    if (failsIntervals != null) {
      throw new IOException(failsIntervals);
    }
    runs.get(runId).intervals.add(interval);
  }

  @Override
  public synchronized void stepEnded(String runId, StepResult result) throws IOException {
    if (failsSteps > 0) {
      failsSteps--;
      throw new IOException("storing a step failed: database or disk is full");
    }
    runs.get(runId).steps.add(result);
    runs.get(runId).unfinished = null;
  }

  @Override
  public synchronized void saturation(String runId, List<Saturation> saturation)
      throws IOException {
    if (failsSaturation != null) {
      throw new IOException(failsSaturation);
    }
    runs.get(runId).saturation = saturation;
  }

  @Override
  public synchronized void annotate(String runId, Annotation annotation) {
    runs.get(runId).journal.add(annotation);
  }

  @Override
  public synchronized List<RunSummary> runs(int limit) throws IOException {
    if (failsListing != null) {
      throw new IOException(failsListing);
    }
    return runs.values().stream().map(kept -> kept.run).toList().reversed();
  }

  @Override
  public synchronized Optional<RunResult> result(String runId) {
    return Optional.ofNullable(runs.get(runId))
        .map(k -> new RunResult(k.run, k.planText, k.agent, k.steps, k.saturation, k.journal));
  }

  @Override
  public void intervals(String runId, Consumer<Interval> each) {
    intervals(runId).forEach(each);
  }

  public synchronized List<Interval> intervals(String runId) {
    return List.copyOf(runs.get(runId).intervals);
  }

  @Override
  public List<Interval> intervals(String runId, long after, int limit) {
    return intervals(runId).stream().skip(after).limit(limit).toList();
  }

  @Override
  public synchronized List<RunSummary> unfinished() {
    return runs.values().stream()
        .filter(k -> !k.run.state().ended() || lacksItsLastStep(k))
        .map(k -> k.run)
        .toList();
  }

  private static boolean lacksItsLastStep(Kept kept) {
    return kept.unfinished != null
        && kept.intervals.stream()
            .anyMatch(i -> i.step() == kept.unfinished.step().index() && !i.rampUp());
  }

  @Override
  public synchronized Optional<UnfinishedStep> unfinishedStep(String runId) {
    return Optional.ofNullable(runs.get(runId).unfinished);
  }
}
