package io.loadstone.itests.truth;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.result.IoFigures;
import io.loadstone.core.internal.TestAgent;
import io.loadstone.itests.truth.StopwatchEngine.Lap;
import io.loadstone.itests.truth.Truth.Measured;
import io.loadstone.sim.internal.model.LawModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The operations of a step once more in virtual time, with the same seeds: neither chance nor a
 * late arrival is between what is known and what was measured.
 *
 * @param operations that the step counted
 * @param open whether they were due by a schedule
 */
record Replay(Measured measured, List<Operation> operations, boolean open) {
  // What is late in three of four operations is not late because others had the processors.
  private static final double QUARTILE = 0.25;
  private static final double LEAST_LATE_NS = 20_000;
  private static final double LATE_SHARE = 0.01;
  private static final double LATE_START_NS = 250_000;
  private static final double STARVED = 0.6;

  /**
   * One of them.
   *
   * @param dueNs by the schedule; in a closed loop its arrival
   * @param doneNs by the law
   */
  record Operation(long dueNs, long arrivalNs, long doneNs, long deliveredNs) {}

  /** Of a step with one loop, if its loop is open. */
  static Replay of(Measured measured, LawModel law) {
    List<Lap> laps = measured.laps();
    boolean open = measured.step().step().openLoop().isPresent();
    long[] due = open ? due(measured) : laps.stream().mapToLong(Lap::arrivalNs).toArray();
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < due.length; i++) {
      Lap lap = laps.get(i);
      long doneNs = law.completionNs(lap.arrivalNs(), IoKind.READ, 0, 4096);
      operations.add(new Operation(due[i], lap.arrivalNs(), doneNs, lap.deliveredNs()));
    }
    operations.sort(Comparator.comparingLong(Operation::deliveredNs));
    int from = measured.rampUpOperations();
    int to = from + (int) measured.step().total().operations();
    return new Replay(measured, List.copyOf(operations.subList(from, to)), open);
  }

  // The schedule begins when the most punctual of all operations says so.
  private static long[] due(Measured measured) {
    List<Lap> laps = measured.laps();
    long[] due = TestAgent.dueNs(measured.plan(), measured.step().step(), laps.size());
    long beginNs = Long.MAX_VALUE;
    for (int i = 0; i < due.length; i++) {
      beginNs = Math.min(beginNs, laps.get(i).arrivalNs() - due[i]);
    }
    for (int i = 0; i < due.length; i++) {
      due[i] += beginNs;
    }
    return due;
  }

  /** What was measured against what is known of these very operations. */
  List<Comparison> comparisons() {
    IoFigures total = measured.step().total();
    List<Comparison> comparisons = new ArrayList<>();
    // Both instruments saw the same, however late it was: there is no excuse.
    comparisons.addAll(
        Comparison.of(
            "service time by the stopwatch",
            of(operation -> operation.deliveredNs - operation.arrivalNs),
            total.serviceTime(),
            0));
    if (open) {
      comparisons.addAll(
          Comparison.of(
              "response time by the stopwatch",
              of(operation -> operation.deliveredNs - operation.dueNs),
              total.responseTime(),
              0));
      comparisons.add(
          punctual("start", of(operation -> operation.arrivalNs - operation.dueNs), LATE_START_NS));
    }
    double[] lawNs = of(operation -> operation.doneNs - operation.arrivalNs);
    double meanNs = Arrays.stream(lawNs).average().orElseThrow();
    comparisons.add(
        punctual(
            "completion",
            of(operation -> operation.deliveredNs - operation.doneNs),
            Math.max(LEAST_LATE_NS, LATE_SHARE * meanNs)));
    comparisons.addAll(
        Comparison.of(
            "response time by the law",
            of(operation -> operation.doneNs - operation.dueNs),
            total.responseTime(),
            measured.meanExcuseNs()));
    return comparisons;
  }

  /** The lower quartile of a lateness: even on a busy machine most are on time. */
  private Comparison punctual(String what, double[] lateNs, double mostNs) {
    Arrays.sort(lateNs);
    return new Comparison(
        "lateness of each " + what + ", us",
        0,
        mostNs / 1e3,
        lateNs[(int) (QUARTILE * lateNs.length)] / 1e3,
        measured.starved() < STARVED);
  }

  private double[] of(ToDoubleFunction<Operation> figure) {
    return operations.stream().mapToDouble(figure).toArray();
  }
}
