package io.loadstone.core.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.core.internal.load.AccessPattern;
import java.util.List;
import java.util.function.Consumer;

/** Finds out whether access specifications fit targets: alignment, range and distribution. */
final class WorkloadJudge {
  private final List<TargetTraits> targets;
  private final Consumer<String> refuse;
  private final Consumer<String> warn;

  WorkloadJudge(List<TargetTraits> targets, Consumer<String> refuse, Consumer<String> warn) {
    this.targets = targets;
    this.refuse = refuse;
    this.warn = warn;
  }

  /** Refuses or warns of what does not fit. */
  void judge(AccessSpecification workload) {
    boolean coverage = workload.distribution() instanceof Distribution.FullCoverage;
    AccessLine first = workload.lines().getFirst();
    if (coverage
        && workload.lines().stream()
            .anyMatch(
                l -> l.sizeBytes() != first.sizeBytes() || l.alignBytes() != first.alignBytes())) {
      refuse.accept(
          "workload "
              + workload.name()
              + ": full coverage needs lines of one size and one alignment; give them the same, or"
              + " use the uniform distribution");
      return;
    }
    for (TargetTraits target : targets) {
      if (aligned(workload, target)) {
        judgeRange(workload, target);
      }
    }
  }

  private void judgeRange(AccessSpecification workload, TargetTraits target) {
    try {
      AccessPattern pattern = new AccessPattern(workload, List.of(target.sizeBytes()));
      for (String remark : pattern.remarks(0, target.sizeBytes())) {
        warn.accept("workload " + workload.name() + " on " + target.uri() + ": " + remark);
      }
    } catch (IllegalArgumentException e) {
      refuse.accept(target.uri() + ": " + e.getMessage());
    }
  }

  private boolean aligned(AccessSpecification workload, TargetTraits target) {
    boolean aligned = true;
    for (AccessLine line : workload.lines()) {
      aligned &= aligned(workload, target, "size", line.sizeBytes());
      aligned &= aligned(workload, target, "align", line.alignBytes());
    }
    return aligned;
  }

  private boolean aligned(
      AccessSpecification workload, TargetTraits target, String field, int value) {
    if (value % target.alignmentBytes() == 0) {
      return true;
    }
    refuse.accept(
        "workload "
            + workload.name()
            + ": "
            + field
            + " "
            + value
            + " is no multiple of "
            + target.alignmentBytes()
            + ", which "
            + target.uri()
            + " needs; use a multiple, or direct: off where the target allows it");
    return false;
  }
}
