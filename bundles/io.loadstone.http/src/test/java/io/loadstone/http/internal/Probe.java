package io.loadstone.http.internal;

/** The MBean behind {@link ProbeMXBean}. */
public final class Probe implements ProbeMXBean {
  private volatile String text = "as it was";

  @Override
  public long getLargest() {
    return (1L << 53) + 1;
  }

  @Override
  public String getText() {
    return text;
  }

  @Override
  public void setText(String text) {
    this.text = text;
  }

  @Override
  public String echo(String text) {
    return "echo " + text;
  }

  @Override
  public void failWith(String kind, String message) {
    throw switch (kind) {
      case "argument" -> new IllegalArgumentException(message);
      case "security" -> new SecurityException(message);
      default -> new IllegalStateException(message);
    };
  }
}
