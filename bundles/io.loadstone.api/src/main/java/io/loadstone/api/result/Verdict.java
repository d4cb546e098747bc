package io.loadstone.api.result;

import java.util.List;

/**
 * Whether a step's figures describe the target.
 *
 * @param state the judgement
 * @param reasons sentences; empty if valid
 */
public record Verdict(State state, List<String> reasons) {
  /** Nothing speaks against the figures. */
  public static final Verdict VALID = new Verdict(State.VALID, List.of());

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  /** The judgement. */
  public enum State {
    VALID("valid"),
    SUSPECT("suspect"),
    /** The tool was the limit, not the target. */
    GENERATOR_BOUND("generator-bound");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /** As it is written in results. */
    public String text() {
      return text;
    }
  }
}
