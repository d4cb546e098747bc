package io.loadstone.api.result;

import java.util.List;

/**
 * What a run measured. For a live run: so far.
 *
 * @param run id, name, state, times, labels
 * @param planText the plan as YAML, complete
 * @param agent which agent measured
 * @param steps that ended, in order
 * @param saturation one for each workload whose load was swept
 * @param journal what happened, in order
 */
public record RunResult(
    RunSummary run,
    String planText,
    AgentInfo agent,
    List<StepResult> steps,
    List<Saturation> saturation,
    List<Annotation> journal) {
  public RunResult {
    steps = List.copyOf(steps);
    saturation = List.copyOf(saturation);
    journal = List.copyOf(journal);
  }
}
