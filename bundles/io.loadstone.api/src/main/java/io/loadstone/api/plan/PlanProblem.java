package io.loadstone.api.plan;

/**
 * One thing that is wrong with a plan's text.
 *
 * @param line 1-based; 0 if the text as a whole is meant
 * @param field path of the field, such as {@code workloads[0].blockSize}; empty for the whole
 * @param message a sentence: the value, what is allowed, the cure
 */
public record PlanProblem(int line, String field, String message) {
  @Override
  public String toString() {
    return (line > 0 ? "line " + line + ": " : "")
        + (field.isEmpty() ? "" : field + ": ")
        + message;
  }
}
