package io.loadstone.core.internal;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetTraits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which engine drives a plan's targets, and why.
 *
 * @param engine the one; null if there is none
 * @param reason a sentence: which and why, or why none
 * @param refusal why the plan is refused for that
 * @param warnings what to know of an engine that the plan names
 */
record EngineChoice(
    @Nullable IoEngine engine, String reason, Optional<Refusal> refusal, List<String> warnings) {

  /**
   * Chooses.
   *
   * @param wanted a name or {@link Plan#ENGINE_AUTO}
   * @param engineOptions as the plan sets them
   * @param engines those that are here
   * @param targets as they are, or as they were found
   */
  static EngineChoice of(
      String wanted,
      Map<String, String> engineOptions,
      List<IoEngine> engines,
      List<TargetTraits> targets) {
    List<IoEngine> ranked =
        engines.stream()
            .sorted(
                Comparator.comparingInt((IoEngine e) -> e.traits().measuresTargets() ? 0 : 1)
                    .thenComparingInt(e -> -e.traits().preference())
                    .thenComparing(e -> e.traits().name()))
            .toList();
    EngineChoice choice =
        wanted.equals(Plan.ENGINE_AUTO) ? best(ranked, targets) : named(wanted, ranked, targets);
    IoEngine engine = choice.engine();
    return engine == null
        ? choice
        : refusal(engine, engineOptions, targets).map(EngineChoice::refused).orElse(choice);
  }

  private static Optional<Refusal> refusal(
      IoEngine engine, Map<String, String> engineOptions, List<TargetTraits> targets) {
    for (Map.Entry<String, String> option : engineOptions.entrySet()) {
      Optional<String> problem = problem(engine, option.getKey(), option.getValue());
      if (problem.isPresent()) {
        return problem.map(reason -> new Refusal(Kind.PLAN, reason));
      }
    }
    return engine
        .refuses(targets, engineOptions)
        .map(
            why ->
                new Refusal(
                    Kind.IMPOSSIBLE_NOW,
                    "The engine " + engine.traits().name() + " can't be used: " + why));
  }

  private static Optional<String> problem(IoEngine engine, String name, String value) {
    List<EngineOption> options = engine.traits().options();
    String engineName = "the engine " + engine.traits().name();
    for (EngineOption option : options) {
      if (option.name().equals(name)) {
        return option.values().contains(value)
            ? Optional.empty()
            : Optional.of(
                "engineOptions."
                    + InvalidValueException.shown(name)
                    + ": "
                    + new InvalidValueException(value, String.join(", ", option.values()))
                        .getMessage());
      }
    }
    List<String> names = options.stream().map(EngineOption::name).sorted().toList();
    return Optional.of(
        "engineOptions."
            + InvalidValueException.shown(name)
            + ": "
            + engineName
            + " has no such option"
            + KnownNames.nearest(name, names).map(n -> " (did you mean " + n + "?)").orElse("")
            + "; it has: "
            + (names.isEmpty() ? "none" : String.join(", ", names)));
  }

  /** No engine, for a reason that refuses nothing. */
  static EngineChoice notAsked(String reason) {
    return new EngineChoice(null, reason, Optional.empty(), List.of());
  }

  private static EngineChoice chosen(IoEngine engine, String reason, List<String> warnings) {
    return new EngineChoice(engine, reason, Optional.empty(), warnings);
  }

  private static EngineChoice none(Kind kind, String reason) {
    return refused(new Refusal(kind, reason));
  }

  private static EngineChoice refused(Refusal refusal) {
    return new EngineChoice(null, refusal.reason(), Optional.of(refusal), List.of());
  }

  /** Why an engine can't be used for these targets. */
  static Optional<String> obstacle(IoEngine engine, List<TargetTraits> targets) {
    Optional<String> unavailable = engine.unavailable();
    return unavailable.isPresent() ? unavailable : refusal(engine, targets);
  }

  private static Optional<String> refusal(IoEngine engine, List<TargetTraits> targets) {
    return targets.stream().flatMap(target -> engine.refuses(target).stream()).findFirst();
  }

  // Figures of an engine that moves no data must never stand for a target that has some; it is
  // taken unasked only for the targets that bear its own name.
  private static Optional<String> measuresOnlyTheTool(IoEngine engine, List<TargetTraits> targets) {
    String name = engine.traits().name();
    return engine.traits().measuresTargets()
            || targets.stream().allMatch(target -> target.uri().scheme().equals(name))
        ? Optional.empty()
        : Optional.of("it performs no I/O and is taken only if the plan names it");
  }

  private static EngineChoice named(
      String wanted, List<IoEngine> engines, List<TargetTraits> targets) {
    for (IoEngine engine : engines) {
      if (engine.traits().name().equals(wanted)) {
        return obstacle(engine, targets)
            .map(
                why ->
                    none(
                        engine.unavailable().isPresent() ? Kind.IMPOSSIBLE_NOW : Kind.PLAN,
                        "The engine " + wanted + " can't be used: " + why))
            .orElseGet(
                () -> chosen(engine, wanted + ", as the plan says", cautions(engine, targets)));
      }
    }
    List<String> names = engines.stream().map(e -> e.traits().name()).sorted().toList();
    String nearest =
        KnownNames.nearest(wanted, names).map(n -> " (did you mean " + n + "?)").orElse("");
    return none(
        Kind.PLAN,
        "There is no engine "
            + wanted
            + nearest
            + "; there are: "
            + (names.isEmpty() ? "none" : String.join(", ", names))
            + ", and auto, which takes the best of them");
  }

  private static List<String> cautions(IoEngine engine, List<TargetTraits> targets) {
    return targets.stream().flatMap(t -> engine.caution(t).stream()).distinct().toList();
  }

  private static EngineChoice best(List<IoEngine> ranked, List<TargetTraits> targets) {
    List<String> passedOver = new ArrayList<>();
    for (IoEngine engine : ranked) {
      Optional<String> obstacle =
          obstacle(engine, targets)
              .or(() -> measuresOnlyTheTool(engine, targets))
              .or(() -> cautions(engine, targets).stream().findFirst());
      if (obstacle.isEmpty()) {
        return chosen(engine, reason(engine, passedOver), List.of());
      }
      passedOver.add(engine.traits().name() + " (" + obstacle.get() + ")");
    }
    return none(
        Kind.IMPOSSIBLE_NOW,
        ranked.isEmpty()
            ? "There is no engine; put an engine's bundle into the plug-ins' folder"
            : "No engine can drive "
                + targets.stream().map(t -> t.uri().text()).collect(Collectors.joining(", "))
                + ": "
                + String.join("; ", passedOver));
  }

  private static String reason(IoEngine engine, List<String> passedOver) {
    return engine.traits().name()
        + ", the best of those that can be used and drive every target"
        + (passedOver.isEmpty() ? "" : "; passed over: " + String.join("; ", passedOver));
  }
}
