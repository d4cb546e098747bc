package io.loadstone.api.plan;

import java.util.List;
import java.util.stream.Collectors;

/** A text that is no plan; the message names every problem with its line, field, value and cure. */
public class InvalidPlanException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<PlanProblem> problems;

  /**
   * A text with problems.
   *
   * @param source where the text came from, such as a file's name
   * @param problems 1 or more
   */
  public InvalidPlanException(String source, List<PlanProblem> problems) {
    super(
        problems.stream()
            .map(problem -> source + ": " + problem)
            .collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Every problem that was found, in the order of the text. */
  public List<PlanProblem> problems() {
    return problems;
  }
}
