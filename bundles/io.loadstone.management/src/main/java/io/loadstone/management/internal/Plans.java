package io.loadstone.management.internal;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanProblem;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.TargetUri;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes plans of what a caller gives: a text with changes to it, or a profile with settings. */
final class Plans {
  // What a person may say of the targets, whichever profile makes the plan.
  private static final Set<String> CONSENTS = Set.of("overwrite", "destroy");

  private final Services services;

  Plans(Services services) {
    this.services = services;
  }

  /**
   * See {@link io.loadstone.api.control.AgentMXBean#startWith}; JConsole may leave anything out.
   */
  Plan read(
      @Nullable String planText,
      @Nullable String targets,
      @Nullable String settings,
      @Nullable String name,
      @Nullable String labels,
      @Nullable String source)
      throws InvalidPlanException {
    if (planText == null || Texts.orEmpty(planText).isEmpty()) {
      throw new IllegalArgumentException(
          "The plan is empty; give it as YAML or JSON. \"loadstone run PROFILE --preview\" shows one.");
    }
    Map<String, String> overrides = Texts.pairs(settings, "setting");
    List<TargetUri> others = Texts.targets(targets);
    if (!others.isEmpty()) {
      overrides.put(
          "targets",
          others.stream()
              .map(uri -> Texts.quoted(uri.text()))
              .collect(Collectors.joining(", ", "[", "]")));
    }
    String otherName = Texts.orEmpty(name);
    if (!otherName.isEmpty()) {
      overrides.put("name", Texts.quoted(otherName));
    }
    Map<String, String> more = Texts.pairs(labels, "label");
    String given = Texts.orEmpty(source);
    String called = given.isEmpty() ? "plan" : given;
    Plan plan = services.reader().read(planText, called, overrides);
    return more.isEmpty() ? plan : checked(plan.with(plan.name(), more), called, Map.of());
  }

  /** See {@link io.loadstone.api.control.AgentMXBean#startProfile}. */
  Plan ofProfile(@Nullable String profileName, @Nullable String targets, @Nullable String settings)
      throws InvalidPlanException {
    String name = Texts.orEmpty(profileName);
    List<Profile> known = services.profiles;
    List<String> names = known.stream().map(Profile::name).sorted().toList();
    Profile profile =
        known.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Texts.unknown("profile", name, names));
    try {
      Map<String, String> own = Texts.pairs(settings, "setting");
      Map<String, String> consents = new HashMap<>(own);
      consents.keySet().retainAll(CONSENTS);
      own.keySet().removeAll(CONSENTS);
      Plan plan = profile.plan(Texts.targets(targets), own);
      return checked(plan, "profile " + name, consents);
    } catch (InvalidValueException e) {
      throw new IllegalArgumentException("Profile " + name + ": " + e.getMessage() + ".");
    }
  }

  /**
   * The plan as the reader gives it back: what no text may say, nobody else may either. Its lines
   * are nothing that the caller has ever seen, so problems name none.
   *
   * @param overrides what the caller lays over it
   */
  private Plan checked(Plan plan, String source, Map<String, String> overrides)
      throws InvalidPlanException {
    PlanText reader = services.reader();
    try {
      return reader.read(reader.toYaml(plan), source, overrides);
    } catch (InvalidPlanException e) {
      throw new InvalidPlanException(
          source,
          e.problems().stream()
              .map(problem -> new PlanProblem(0, problem.field(), problem.message()))
              .toList());
    }
  }

  String toYaml(Plan plan) {
    return services.reader().toYaml(plan);
  }
}
