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
    try {
      System.exit(new Agent(Places.fromSystemProperties(), System.err).run());
    } catch (OutOfMemoryError e) {
      // Threads that run already would keep half an agent alive, with the data folder locked.
      System.err.println("loadstone: the agent can't run: " + AgentFramework.reason(e));
      Runtime.getRuntime().halt(Agent.NOT_UP);
    }
  }
}
