package io.loadstone.api.run;

import io.loadstone.api.target.Refusal;

/** A plan that is valid but is not run here; the message says why, with the cure. */
public class RunRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Refusal.Kind kind;

  /** A refusal, as the preview tells it. */
  public RunRefusedException(Refusal refusal) {
    super(refusal.reason());
    this.kind = refusal.kind();
  }

  /** The refusal as previews tell it. */
  public Refusal refusal() {
    return new Refusal(kind, String.valueOf(getMessage()));
  }
}
