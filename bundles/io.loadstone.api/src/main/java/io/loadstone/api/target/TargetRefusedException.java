package io.loadstone.api.target;

/** A target that must not be used as asked; the message says what, why, and the cure. */
public class TargetRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Refusal.Kind kind;

  /**
   * A refusal.
   *
   * @param reason a whole sentence that names the target, the reason and the cure
   */
  public TargetRefusedException(Refusal.Kind kind, String reason) {
    super(reason);
    this.kind = kind;
  }

  /** The refusal as previews tell it. */
  public Refusal refusal() {
    return new Refusal(kind, String.valueOf(getMessage()));
  }
}
