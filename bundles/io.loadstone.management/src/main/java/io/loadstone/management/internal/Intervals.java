package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.IntervalRow;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.ResultStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Intervals of a run as rows, a part at a time. */
final class Intervals {
  private static final int MOST_AT_ONCE = 600;

  private Intervals() {}

  /** See {@link io.loadstone.api.control.AgentMXBean#intervals}. */
  static List<IntervalRow> after(ResultStore store, String runId, long after) throws IOException {
    if (after < 0) {
      throw new IllegalArgumentException(
          "after is %d; allowed: the number of an interval, or 0 for the beginning."
              .formatted(after));
    }
    List<Interval> intervals = store.intervals(runId, after, MOST_AT_ONCE);
    if (intervals.isEmpty()) {
      return List.of();
    }
    Map<Integer, StepPlan> steps = steps(store, runId);
    List<IntervalRow> rows = new ArrayList<>();
    for (Interval interval : intervals) {
      StepPlan step = steps.get(interval.step());
      if (step == null) {
        throw new IllegalStateException(
            "The result store has intervals of step %d of run %s, but not the step."
                .formatted(interval.step() + 1, runId));
      }
      rows.add(row(after + rows.size() + 1, step, interval));
    }
    return rows;
  }

  // The unfinished step first: it may end between the two questions, but never go back.
  private static Map<Integer, StepPlan> steps(ResultStore store, String runId) throws IOException {
    Map<Integer, StepPlan> steps = new HashMap<>();
    store.unfinishedStep(runId).ifPresent(begun -> steps.put(begun.step().index(), begun.step()));
    store
        .result(runId)
        .ifPresent(
            result ->
                result.steps().forEach(ended -> steps.put(ended.step().index(), ended.step())));
    return steps;
  }

  private static IntervalRow row(long number, StepPlan step, Interval interval) {
    LatencyFigures service = interval.total().serviceTime();
    LatencyFigures response = interval.total().responseTime();
    boolean none = response.count() == 0;
    return new IntervalRow(
        number,
        step.number(),
        step.workload().name(),
        step.workers(),
        step.outstandingPerWorker(),
        interval.rampUp(),
        interval.startEpochMs(),
        interval.lengthNs(),
        interval.total().iops(),
        interval.read().figures().iops(),
        interval.write().figures().iops(),
        interval.total().mbPerSecond(),
        interval.read().figures().mbPerSecond(),
        interval.write().figures().mbPerSecond(),
        service.count() == 0 ? null : service.meanNs(),
        none ? null : response.meanNs(),
        none ? null : response.p50Ns(),
        none ? null : response.p99Ns(),
        none ? null : response.maxNs(),
        interval.total().errors(),
        known(interval.cpu().agentPercentOfOneCore()),
        known(interval.cpu().hostPercent()),
        known(interval.cpu().stealPercent()),
        known(interval.device().readIops(interval.lengthNs() / 1e9)),
        known(interval.device().writeIops(interval.lengthNs() / 1e9)),
        known(interval.device().queueLength()),
        known(interval.device().utilisationPercent()),
        arrivals(interval, ArrivalFigures::arrivals),
        arrivals(interval, ArrivalFigures::late),
        arrivals(interval, ArrivalFigures::backlog),
        arrivals(interval, ArrivalFigures::skipped));
  }

  private static @Nullable Double known(double figure) {
    return figure < 0 ? null : figure;
  }

  private static @Nullable Long arrivals(Interval interval, Function<ArrivalFigures, Long> what) {
    return interval.arrivals().map(what).orElse(null);
  }
}
