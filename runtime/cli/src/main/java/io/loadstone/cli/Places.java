package io.loadstone.cli;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where things are, as {@code bin/loadstone} found them; see there.
 *
 * @param home the program
 * @param config what the administrator may change
 * @param data results, laid-out files, credentials, the lock
 * @param logs the log
 */
record Places(Path home, Path config, Path data, Path logs) {

  static Places fromEnvironment(Map<String, String> environment) {
    return new Places(
        place(environment, "LOADSTONE_HOME"),
        place(environment, "LOADSTONE_CONFIG"),
        place(environment, "LOADSTONE_DATA"),
        place(environment, "LOADSTONE_LOGS"));
  }

  private static Path place(Map<String, String> environment, String name) {
    return Path.of(environment.getOrDefault(name, ".")).toAbsolutePath().normalize();
  }

  Path lockFile() {
    return data.resolve("lock");
  }

  Path endpointFile() {
    return data.resolve("control").resolve("endpoint");
  }

  /** Why there is no endpoint, in a sentence of the agent; gone while there is one. */
  Path failureFile() {
    return data.resolve("control").resolve("failure");
  }

  Path startFile() {
    return data.resolve("control").resolve("start");
  }

  Path logFile() {
    return logs.resolve("loadstone.log");
  }

  /** What the agent's process wrote on its standard output and error. */
  Path consoleFile() {
    return logs.resolve("console.log");
  }

  Path program() {
    return home.resolve("bin").resolve("loadstone");
  }
}
