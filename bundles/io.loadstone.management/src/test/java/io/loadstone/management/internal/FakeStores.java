package io.loadstone.management.internal;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Result stores that know a little, each. */
final class FakeStores {
  private FakeStores() {}

  /** A store that can't be used. */
  static ResultStore broken(String reason) {
    return (ResultStore)
        Proxy.newProxyInstance(
            FakeStores.class.getClassLoader(),
            new Class<?>[] {ResultStore.class},
            (_, _, _) -> {
              throw new IOException(reason);
            });
  }

  /** A store that knows these runs. */
  static ResultStore of(RunSummary... runs) {
    return (ResultStore)
        Proxy.newProxyInstance(
            FakeStores.class.getClassLoader(),
            new Class<?>[] {ResultStore.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "location" -> "/srv/lab.db";
                  case "runs" -> List.of(runs);
                  case "result" ->
                      List.of(runs).stream()
                          .filter(run -> run.id().equals(arguments[0]))
                          .map(
                              run ->
                                  new RunResult(
                                      run,
                                      "name: x",
                                      new Fakes.FakeRuns().agent(),
                                      List.of(),
                                      List.of(),
                                      List.of()))
                          .findFirst();
                  case "intervals" -> throw new IOException("The results database is damaged.");
                  default -> throw new AssertionError(method);
                });
  }

  /** A store with one run whose first step goes on, with so many operations in each interval. */
  static ResultStore withIntervals(String runId, long... operations) {
    return withIntervals(
        runId,
        Arrays.stream(operations)
            .mapToObj(
                count ->
                    interval(
                        Fakes.figures(count),
                        new CpuFigures(1, 2, 3, 4, HostFigures.UNKNOWN),
                        new DeviceFigures(200, 0, 100, 0, 2.5, 75)))
            .toList());
  }

  /** A store with one run of a single interval in which nothing completed and nothing was known. */
  static ResultStore withQuietInterval(String runId) {
    return withIntervals(
        runId, List.of(interval(IoFigures.NONE, CpuFigures.UNKNOWN, DeviceFigures.UNKNOWN)));
  }

  private static Interval interval(IoFigures total, CpuFigures cpu, DeviceFigures device) {
    return new Interval(
        0,
        false,
        1_000,
        1_000_000_000,
        DirectionInterval.NONE,
        DirectionInterval.NONE,
        total,
        cpu,
        device,
        List.of());
  }

  private static ResultStore withIntervals(String runId, List<Interval> intervals) {
    ResultStore runs = of(new RunSummary(runId, "x", RunState.RUNNING, "", 500, 0, Map.of()));
    StepPlan step = new Fakes.FakeRuns().preview(Fakes.plan("x")).steps().getFirst();
    return (ResultStore)
        Proxy.newProxyInstance(
            FakeStores.class.getClassLoader(),
            new Class<?>[] {ResultStore.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "intervals" ->
                      arguments[0].equals(runId)
                          ? intervals.stream()
                              .skip((long) arguments[1])
                              .limit((int) arguments[2])
                              .toList()
                          : List.of();
                  case "unfinishedStep" ->
                      Optional.of(
                          new ResultStore.UnfinishedStep(
                              step, List.of("noop:"), "noop", PageCache.NONE));
                  default -> method.invoke(runs, arguments);
                });
  }
}
