package io.loadstone.core.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a plan does with its targets, by all its phases together. */
final class PlanUse {
  private PlanUse() {}

  /** What a plan wants to do with each of its targets. */
  static TargetUse of(Plan plan) {
    Optional<Layout> layout =
        plan.phases().stream()
            .flatMap(p -> p instanceof Phase.Prepare prepare ? Optional.of(prepare).stream() : null)
            .map(Phase.Prepare::layout)
            .findFirst();
    boolean writes =
        layout.isPresent() || workloads(plan).stream().anyMatch(AccessSpecification::writes);
    return new TargetUse(
        writes,
        layout.isPresent(),
        layout.orElse(Layout.WRITTEN),
        plan.direct(),
        plan.overwrite(),
        plan.destroy());
  }

  /** Every access specification of a plan, in its order. */
  static List<AccessSpecification> workloads(Plan plan) {
    List<AccessSpecification> workloads = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      switch (phase) {
        case Phase.Measure measure -> workloads.addAll(measure.workloads());
        case Phase.Precondition precondition -> workloads.add(precondition.workload());
        case Phase.Prepare prepare -> {}
        case Phase.Idle idle -> {}
        case Phase.Verify verify -> {}
      }
    }
    return workloads;
  }

  /**
   * What lies on the targets, as far as it matters for checking it: with duplicates if any part of
   * the plan writes some, or if no part of it says what is written.
   */
  static DataContent dataOf(Plan plan) {
    List<DataContent> said = new ArrayList<>();
    workloads(plan).forEach(workload -> said.add(workload.data()));
    for (Phase phase : plan.phases()) {
      if (phase instanceof Phase.Prepare prepare) {
        said.add(prepare.data());
      }
    }
    return said.isEmpty()
        ? new DataContent(0, 100, DataContent.LEAST_UNIT)
        : said.stream().filter(DataContent::duplicates).findFirst().orElse(DataContent.UNIQUE);
  }
}
