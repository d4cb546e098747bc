package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.Preview;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a plan would do and whether it may, without changing anything. A start is refused
 * with exactly what this says.
 */
final class PlanJudge {
  private final Plan plan;
  private final Services services;
  private final Settings settings;
  private final TargetUse use;
  private final Set<Refusal> refusals = new LinkedHashSet<>();
  private final List<String> warnings = new ArrayList<>();

  private PlanJudge(Plan plan, Services services, Settings settings) {
    this.plan = plan;
    this.services = services;
    this.settings = settings;
    this.use = PlanUse.of(plan);
  }

  /**
   * Judges.
   *
   * @param known what is in the way already, whatever the plan says
   */
  static Judgement judge(Plan plan, Services services, Settings settings, Optional<Refusal> known) {
    PlanJudge judge = new PlanJudge(plan, services, settings);
    known.ifPresent(judge.refusals::add);
    return judge.judge();
  }

  private Judgement judge() {
    List<TargetPreview> targets = plan.targets().stream().map(this::previewOf).toList();
    targets.forEach(t -> t.refusal().ifPresent(refusals::add));
    refuseTwice(targets);
    List<FoundTarget> found = targets.stream().flatMap(t -> t.found().stream()).toList();
    judgeSpace(found);
    List<TargetTraits> traits = found.stream().map(FoundTarget::traits).toList();
    EngineChoice choice =
        found.size() == targets.size()
            ? EngineChoice.of(plan.engine(), plan.engineOptions(), services.engines(), traits)
            : EngineChoice.notAsked("No engine was asked, since a target is refused");
    choice.refusal().ifPresent(refusals::add);
    warnings.addAll(choice.warnings());
    long count = Steps.count(plan);
    if (count > Steps.MOST) {
      refuse(
          "The plan has "
              + count
              + " steps; allowed are "
              + Steps.MOST
              + "; make the sweeps coarser or the plan shorter");
    }
    WorkloadJudge workloads = new WorkloadJudge(traits, this::refuse, warnings::add);
    PlanUse.workloads(plan).forEach(workloads::judge);
    plan.phases().forEach(phase -> judgeLoad(phase, choice.engine()));
    List<StepPlan> steps = count > Steps.MOST ? List.of() : Steps.of(plan);
    double seconds = count > Steps.MOST ? 0 : Steps.seconds(plan) + count * Steps.OVERHEAD_SECONDS;
    warnAboutPhases();
    return new Judgement(
        new Preview(
            choice.engine() == null ? "" : choice.engine().traits().name(),
            choice.reason(),
            targets,
            steps,
            seconds,
            warnings,
            allRefusals()),
        choice.engine(),
        List.copyOf(new LinkedHashSet<>(targets.stream().map(TargetPreview::identity).toList())));
  }

  private Optional<Refusal> allRefusals() {
    return refusals.stream()
        .reduce(
            (all, more) ->
                new Refusal(
                    Collections.min(List.of(all.kind(), more.kind())),
                    all.reason() + "\n" + more.reason()));
  }

  private TargetPreview previewOf(TargetUri uri) {
    return services
        .provider(uri.scheme())
        .map(provider -> provider.preview(uri, use))
        .orElseGet(() -> TargetPreview.refused(uri, new Refusal(Kind.PLAN, unknownScheme(uri))));
  }

  private String unknownScheme(TargetUri uri) {
    List<String> schemes = services.schemes();
    return "There is no target of the kind "
        + uri.scheme()
        + ":"
        + KnownNames.nearest(uri.scheme(), schemes)
            .map(nearest -> " (did you mean " + nearest + ":?)")
            .orElse("")
        + "; there are: "
        + (schemes.isEmpty() ? "none" : String.join(":, ", schemes) + ":");
  }

  private void refuse(String reason) {
    refusals.add(new Refusal(Kind.PLAN, reason));
  }

  private void refuseTwice(List<TargetPreview> targets) {
    Map<String, TargetUri> seen = new HashMap<>();
    for (TargetPreview target : targets) {
      TargetUri other = seen.putIfAbsent(target.identity(), target.uri());
      if (other != null) {
        refuse(
            "The targets "
                + other
                + " and "
                + target.uri()
                + " are the same ("
                + target.identity()
                + "); name it once");
      }
    }
  }

  // Each of them fits, or its provider has said so already.
  private void judgeSpace(List<FoundTarget> targets) {
    Map<String, List<FoundTarget.Space>> storages =
        targets.stream()
            .flatMap(target -> target.space().stream())
            .collect(
                Collectors.groupingBy(
                    FoundTarget.Space::storage, LinkedHashMap::new, Collectors.toList()));
    storages.forEach(
        (storage, parts) -> {
          long needed = parts.stream().mapToLong(FoundTarget.Space::neededBytes).sum();
          long free = parts.getFirst().freeBytes();
          if (parts.size() > 1 && needed > free) {
            String fact =
                "%d targets need %d more bytes together, and %s has %d free"
                    .formatted(parts.size(), needed, storage, free);
            if (use.lays() && use.layout() != Layout.SPARSE) {
              refusals.add(
                  new Refusal(
                      Kind.IMPOSSIBLE_NOW,
                      fact + "; take smaller sizes or other folders, or free some space"));
            } else {
              warnings.add(fact + "; writes will fail with ENOSPC when it is full.");
            }
          }
        });
  }

  private void judgeLoad(Phase phase, @Nullable IoEngine engine) {
    switch (phase) {
      case Phase.Measure measure -> {
        int block = measure.workloads().stream().mapToInt(w -> w.largestBytes()).max().orElse(0);
        judgeLoad(
            engine, measure.load().workers().max(), measure.load().outstanding().max(), block);
      }
      case Phase.Precondition pre ->
          judgeLoad(
              engine,
              pre.load().workers().max(),
              pre.load().outstanding().max(),
              pre.workload().largestBytes());
      case Phase.Prepare prepare -> {}
      case Phase.Idle idle -> {}
      case Phase.Verify verify -> {}
    }
  }

  private void judgeLoad(@Nullable IoEngine engine, int workers, int outstanding, int blockBytes) {
    LoadLimits.refusals(settings, engine, workers, outstanding, blockBytes).forEach(this::refuse);
    LoadLimits.warnings(engine, workers, outstanding).stream()
        .filter(warning -> !warnings.contains(warning))
        .forEach(warnings::add);
  }

  private void warnAboutPhases() {
    boolean verifies = plan.phases().stream().anyMatch(Phase.Verify.class::isInstance);
    boolean written =
        plan.phases().stream()
            .anyMatch(p -> p instanceof Phase.Prepare pre && pre.layout() == Layout.WRITTEN);
    if (verifies && !written) {
      warnings.add(
          "The verify phase expects what Loadstone wrote in every sector, but the plan does not lay"
              + " the targets out as written.");
    }
    if (verifies && PlanUse.dataOf(plan).duplicates()) {
      warnings.add(
          "The data has duplicates, or the plan does not say: the verify phase checks the content of"
              + " a duplicate, but can't tell whether it is where it belongs.");
    }
    if (use.layout() == Layout.SPARSE
        && PlanUse.workloads(plan).stream()
            .flatMap(w -> w.lines().stream())
            .anyMatch(line -> line.readPercent() > 0)) {
      warnings.add("The layout is sparse: reads of what was not written never reach a device.");
    }
  }

  /**
   * What was found.
   *
   * @param preview for people
   * @param engine the one that would be used
   * @param identities of the targets, the keys of their leases
   */
  record Judgement(Preview preview, @Nullable IoEngine engine, List<String> identities) {}
}
