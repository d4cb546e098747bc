package io.loadstone.plan.internal;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.PlanProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** The problems found so far, in one reading. */
final class ProblemList {
  /** More than these nobody reads; the rest is only counted. */
  static final int MOST_KEPT = 100;

  private final List<PlanProblem> kept = new ArrayList<>();
  private long dropped;

  void add(Node where, String path, String message) {
    add(Nodes.line(where), path, message);
  }

  void add(int line, String path, String message) {
    if (kept.size() < MOST_KEPT) {
      kept.add(new PlanProblem(line, path, message));
    } else {
      dropped++;
    }
  }

  /** Whether further problems are only counted, so that their messages need no care. */
  boolean isFull() {
    return kept.size() >= MOST_KEPT;
  }

  void throwIfAny(String source) throws InvalidPlanException {
    if (kept.isEmpty()) {
      return;
    }
    List<PlanProblem> inOrder = new ArrayList<>(kept);
    inOrder.sort(Comparator.comparingInt(PlanProblem::line));
    if (dropped > 0) {
      inOrder.add(new PlanProblem(0, "", "and " + dropped + " more problems"));
    }
    throw new InvalidPlanException(source, inOrder);
  }
}
