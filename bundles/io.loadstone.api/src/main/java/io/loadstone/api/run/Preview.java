package io.loadstone.api.run;

import io.loadstone.api.result.StepPlan;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.TargetPreview;
import java.util.List;
import java.util.Optional;

/**
 * What a plan would do and destroy, found out without changing anything.
 *
 * @param engine name of the engine that would be used; empty if there is none
 * @param engineReason a sentence: which and why, or why none
 * @param targets each target
 * @param steps every step, in order
 * @param estimatedSeconds with about a second for each step beyond its own times, without layout,
 *     whose speed is not known beforehand
 * @param warnings sentences that a person should read
 * @param refusal why a start would be refused, with its cure
 */
public record Preview(
    String engine,
    String engineReason,
    List<TargetPreview> targets,
    List<StepPlan> steps,
    double estimatedSeconds,
    List<String> warnings,
    Optional<Refusal> refusal) {
  public Preview {
    targets = List.copyOf(targets);
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }
}
