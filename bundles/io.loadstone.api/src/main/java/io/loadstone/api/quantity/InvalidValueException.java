package io.loadstone.api.quantity;

/**
 * A text that does not mean a value of the wanted kind. The message is a whole sentence for the
 * person who wrote the text: the value, and what is allowed.
 */
public class InvalidValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  // A message is for reading: a long text is cut, a line break in it is shown as what it is.
  private static final int MOST_SHOWN = 80;

  private final String value;
  private final String allowed;

  /**
   * A value that is not allowed.
   *
   * @param value the text as it was written
   * @param allowed what would have been accepted, as a phrase that can follow "allowed: "
   */
  public InvalidValueException(String value, String allowed) {
    super(value);
    this.value = value;
    this.allowed = allowed;
  }

  /**
   * A text in a form that fits into a sentence: of one line, without control characters, and not
   * too long.
   */
  public static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(MOST_SHOWN)
        .forEach(
            c -> {
              if (isInvisible(c)) {
                shown.append(String.format("\\u%04X", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return text.codePointCount(0, text.length()) > MOST_SHOWN ? shown + "..." : shown.toString();
  }

  private static boolean isInvisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** A whole sentence: the value, and what is allowed. */
  @Override
  public String getMessage() {
    return "\"" + shown(value) + "\" is not allowed here; allowed: " + allowed;
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
