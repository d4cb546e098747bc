package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Knows whether the figures of a run are those of the step under way: until its first interval is
 * over, the agent still gives those of the step before.
 */
final class StepFigures {
  private int step;
  private long intervalsBefore;

  /** Whether there are figures to show; if not, the activity says what goes on. */
  boolean areThere(JsonNode run) {
    long intervals = run.path("IntervalCount").asLong();
    if (run.path("Step").asInt() != step) {
      // The first look at a run may find it in the middle of a step.
      intervalsBefore = step == 0 ? 0 : intervals;
      step = run.path("Step").asInt();
    }
    String state = run.path("State").asText();
    return (state.equals("RAMPING") || state.equals("RUNNING")) && intervals > intervalsBefore;
  }
}
