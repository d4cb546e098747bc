package io.loadstone.api.target;

/**
 * Why something is not done.
 *
 * @param kind what a caller has to do about it
 * @param reason a whole sentence: what, why, and the cure
 */
public record Refusal(Kind kind, String reason) {
  /** Kinds of refusals, the gravest first: of several, that one stands for all. */
  public enum Kind {
    /** A guard forbids it, since something could be destroyed that nobody gave up. */
    SAFETY,
    /** It can't be done as the plan says it, wherever and whenever it is tried. */
    PLAN,
    /** The machine or the agent can't do it now: no space, no permission, nothing there. */
    IMPOSSIBLE_NOW
  }
}
