package io.loadstone.api.quantity;

/**
 * A text that does not mean a value of the wanted kind. The message is a whole sentence for the
 * person who wrote the text: the value, and what is allowed.
 */
public class InvalidValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String value;
  private final String allowed;

  /**
   * A value that is not allowed.
   *
   * @param value the text as it was written
   * @param allowed what would have been accepted, as a phrase that can follow "allowed: "
   */
  public InvalidValueException(String value, String allowed) {
    super("\"" + value + "\" is not allowed here; allowed: " + allowed);
    this.value = value;
    this.allowed = allowed;
  }

  /** The text as it was written. */
  public String value() {
    return value;
  }

  /** What would have been accepted. */
  public String allowed() {
    return allowed;
  }
}
