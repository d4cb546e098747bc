package io.loadstone.core.internal.account;

import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the optimum of a sweep, the knee of the HP report: beyond it the mean response time climbs
 * steeply or IOPS stop rising.
 *
 * <p>It is the load of the greatest power, IOPS divided by mean response time (Kleinrock, "Power
 * and deterministic rules of thumb for probabilistic problems in computer communications", 1979).
 * The power falls exactly where response time grows by a larger factor than IOPS. For a closed loop
 * on a system of capacity C and service time s without queueing below C that is N* = C x s; for K
 * equal queues in a row it is K - 1, one less than the N* of their asymptotes.
 */
public final class SaturationRule {
  /** As it stands in results. */
  static final String RULE =
      "Beyond the optimum the mean response time grows by a larger factor than IOPS do: it climbs"
          + " steeply, or IOPS hardly rise. It is the load with the greatest quotient of the two.";

  private static final int LEAST_POINTS = 3;

  private SaturationRule() {}

  /** The optimum of each workload that was measured at three loads or more. */
  public static List<Saturation> of(List<StepResult> steps) {
    Map<String, List<StepResult>> byWorkload = new LinkedHashMap<>();
    for (StepResult step : steps) {
      // Of an open loop the outstanding I/Os are a bound, not the load.
      if (step.total().operations() > 0 && step.step().openLoop().isEmpty()) {
        byWorkload
            .computeIfAbsent(step.step().workload().name(), name -> new ArrayList<>())
            .add(step);
      }
    }
    List<Saturation> found = new ArrayList<>();
    byWorkload.forEach(
        (workload, measured) -> {
          List<Point> points = points(measured);
          if (points.size() >= LEAST_POINTS) {
            found.add(optimum(workload, points));
          }
        });
    return found;
  }

  // Passes of one load are one point; so are two splits of one load into workers and outstanding.
  private static List<Point> points(List<StepResult> steps) {
    Map<Integer, List<StepResult>> byLoad = new TreeMap<>();
    for (StepResult step : steps) {
      byLoad.computeIfAbsent(step.step().outstanding(), load -> new ArrayList<>()).add(step);
    }
    return byLoad.entrySet().stream().map(e -> point(e.getKey(), e.getValue())).toList();
  }

  private static Point point(int outstanding, List<StepResult> passes) {
    double iops = passes.stream().mapToDouble(p -> p.total().iops()).average().orElseThrow();
    double operations = 0;
    double sumNs = 0;
    for (StepResult pass : passes) {
      IoFigures total = pass.total();
      operations += total.operations();
      sumNs += total.responseTime().meanNs() * total.operations();
    }
    return new Point(outstanding, iops, Math.max(1, sumNs / operations), passes);
  }

  private static Saturation optimum(String workload, List<Point> points) {
    Point best = points.stream().max(Comparator.comparingDouble(Point::power)).orElseThrow();
    boolean saturated = points.indexOf(best) < points.size() - 1;
    return new Saturation(
        workload,
        best.first().step().index(),
        best.first().step().workers(),
        best.first().step().outstandingPerWorker(),
        best.iops(),
        best.responseNs(),
        saturated,
        RULE,
        new SaturationReason(points, best).text());
  }

  /** The passes of one load. */
  record Point(int outstanding, double iops, double responseNs, List<StepResult> passes) {
    double power() {
      return iops / responseNs;
    }

    StepResult first() {
      return passes.getFirst();
    }
  }
}
