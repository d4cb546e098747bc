package io.loadstone.core.internal.account;

import io.loadstone.api.quantity.LatencyUnit;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.core.internal.account.SaturationRule.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says which figures made a load the optimum, and what a reader should know before using it. */
final class SaturationReason {
  // A smaller rise is within what two passes of one load differ by.
  private static final double MUCH_FASTER = 1.1;

  private final List<Point> points;
  private final Point best;
  private final LatencyUnit unit;

  /**
   * @param points by load
   * @param best of them
   */
  SaturationReason(List<Point> points, Point best) {
    this.points = points;
    this.best = best;
    this.unit = StepResult.latencyUnit(points.stream().flatMap(p -> p.passes().stream()).toList());
  }

  String text() {
    Point last = points.getLast();
    List<Point> compared = new ArrayList<>(List.of(best));
    List<String> sentences = new ArrayList<>();
    if (best.equals(last)) {
      sentences.add(stillRose());
    } else {
      Point next = points.get(points.indexOf(best) + 1);
      compared.add(next);
      sentences.add(beyond(next));
      if (!next.equals(last)) {
        compared.add(last);
        sentences.add(beyond(last));
      }
      Point fastest = points.stream().max(Comparator.comparingDouble(Point::iops)).orElseThrow();
      if (fastest.iops() > MUCH_FASTER * best.iops()) {
        sentences.add(notTheFastest(fastest));
      }
    }
    String doubtful = doubtful(compared);
    if (!doubtful.isEmpty()) {
      sentences.add("Mind the verdicts: " + doubtful + ".");
    }
    return String.join(" ", sentences);
  }

  private String stillRose() {
    return String.format(
        Locale.ROOT,
        "The quotient still rose at the highest load measured, %d outstanding: %,.1f IOPS at %s;"
            + " the optimum may lie beyond it.",
        best.outstanding(),
        best.iops(),
        unit.withUnit(best.responseNs()));
  }

  private String beyond(Point later) {
    return String.format(
        Locale.ROOT,
        "From %d to %d outstanding IOPS went from %,.1f to %,.1f (x %.3f) and the mean response"
            + " time from %s to %s (x %.3f).",
        best.outstanding(),
        later.outstanding(),
        best.iops(),
        later.iops(),
        later.iops() / best.iops(),
        unit.withUnit(best.responseNs()),
        unit.withUnit(later.responseNs()),
        later.responseNs() / best.responseNs());
  }

  private static String notTheFastest(Point fastest) {
    return String.format(
        Locale.ROOT,
        "It is the best trade-off between rate and response time, not the highest rate, which is"
            + " %,.1f IOPS at %d outstanding (step %d).",
        fastest.iops(),
        fastest.outstanding(),
        fastest.first().step().number());
  }

  private static String doubtful(List<Point> compared) {
    return compared.stream()
        .flatMap(point -> point.passes().stream())
        .filter(step -> step.verdict().state() != Verdict.State.VALID)
        .map(step -> "step " + step.step().number() + " is " + step.verdict().state().text())
        .collect(Collectors.joining(", "));
  }
}
