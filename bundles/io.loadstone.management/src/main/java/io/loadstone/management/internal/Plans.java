package io.loadstone.management.internal;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanProblem;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.TargetUri;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes plans of what a caller gives: a text with changes to it, or a profile with settings. */
final class Plans {
  private final Supplier<@Nullable PlanText> planText;
  private final Supplier<List<Profile>> profiles;

  Plans(Supplier<@Nullable PlanText> planText, Supplier<List<Profile>> profiles) {
    this.planText = planText;
    this.profiles = profiles;
  }

  /** See {@link io.loadstone.api.control.AgentMXBean#startWith}. */
  Plan read(String text, String source, String targets, String settings, String name, String labels)
      throws InvalidPlanException {
    if (text.isEmpty()) {
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
    if (!name.isEmpty()) {
      overrides.put("name", Texts.quoted(name));
    }
    Map<String, String> more = Texts.pairs(labels, "label");
    String called = source.isEmpty() ? "plan" : source;
    Plan plan = reader().read(text, called, overrides);
    return more.isEmpty() ? plan : checked(plan.with(plan.name(), more), called);
  }

  /** See {@link io.loadstone.api.control.AgentMXBean#startProfile}. */
  Plan ofProfile(String name, String targets, String settings) throws InvalidPlanException {
    List<Profile> known = profiles.get();
    List<String> names = known.stream().map(Profile::name).sorted().toList();
    Profile profile =
        known.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "There is no profile \"%s\"%s; there are: %s."
                            .formatted(
                                name,
                                Texts.didYouMean(name, names),
                                names.isEmpty() ? "none" : String.join(", ", names))));
    try {
      Plan plan = profile.plan(Texts.targets(targets), Texts.pairs(settings, "setting"));
      return checked(plan, "profile " + name);
    } catch (InvalidValueException e) {
      throw new IllegalArgumentException("Profile " + name + ": " + e.getMessage() + ".");
    }
  }

  /**
   * The plan as the reader gives it back: what no text may say, nobody else may either. Its lines
   * are nothing that the caller has ever seen, so problems name none.
   */
  private Plan checked(Plan plan, String source) throws InvalidPlanException {
    PlanText reader = reader();
    try {
      return reader.read(reader.toYaml(plan), source, Map.of());
    } catch (InvalidPlanException e) {
      throw new InvalidPlanException(
          source,
          e.problems().stream()
              .map(problem -> new PlanProblem(0, problem.field(), problem.message()))
              .toList());
    }
  }

  String toYaml(Plan plan) {
    return reader().toYaml(plan);
  }

  private PlanText reader() {
    PlanText reader = planText.get();
    if (reader == null) {
      throw new IllegalStateException(
          "The plan reader (bundle io.loadstone.plan) is not there; the plug-ins of the agent say"
              + " why.");
    }
    return reader;
  }
}
