package io.loadstone.management.internal;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.ResultStore;
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
    ResultStore runs = of(new RunSummary(runId, "x", RunState.RUNNING, "", 500, 0, Map.of()));
    StepPlan step = new Fakes.FakeRuns().preview(Fakes.plan("x")).steps().getFirst();
    List<Interval> intervals =
        Arrays.stream(operations)
            .mapToObj(
                count ->
                    new Interval(
                        0,
                        false,
                        1_000,
                        1_000_000_000,
                        DirectionInterval.NONE,
                        DirectionInterval.NONE,
                        Fakes.figures(count),
                        new CpuFigures(1, 2, 3, 4, HostFigures.UNKNOWN),
                        new DeviceFigures(200, 0, 100, 0, 2.5, 75),
                        List.of()))
            .toList();
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
                          new ResultStore.UnfinishedStep(step, List.of("noop:"), "noop", false));
                  default -> method.invoke(runs, arguments);
                });
  }
}
