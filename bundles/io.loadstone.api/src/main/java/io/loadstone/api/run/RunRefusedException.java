package io.loadstone.api.run;

/** A plan that is valid but must not be run here; the message says why, with the cure. */
public class RunRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * A refusal.
   *
   * @param reason a whole sentence
   */
  public RunRefusedException(String reason) {
    super(reason);
  }
}
