package io.loadstone.launcher;

/** Starts the agent in this JVM and ends with its exit status. */
public final class Main {
  private Main() {}

  /**
   * Takes no arguments; the places come as system properties, see {@link Places}.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    System.exit(new Agent(Places.fromSystemProperties(), System.err).run());
  }
}
