package io.loadstone.core.internal;

import java.util.function.Supplier;

/**
 * The limits of this agent's runs, checked.
 *
 * @param loops the most loop threads of an asynchronous engine
 * @param concurrentRuns how many runs go on at once
 * @param drainTimeoutNs how long the end of a run may take
 * @param bufferMemoryBytes the most memory for the buffers of one run
 */
record Settings(int loops, int concurrentRuns, long drainTimeoutNs, long bufferMemoryBytes) {
  private static final long SECOND_NS = 1_000_000_000L;

  static Settings of(
      int loops, int concurrentRuns, int drainTimeoutSeconds, long bufferMemoryBytes) {
    inRange("loops", loops, 0, 1024);
    inRange("concurrentRuns", concurrentRuns, 1, 64);
    inRange("drainTimeoutSeconds", drainTimeoutSeconds, 1, 3600);
    inRange("bufferMemoryBytes", bufferMemoryBytes, 1 << 20, 1L << 40);
    return new Settings(
        loops == 0 ? Runtime.getRuntime().availableProcessors() : loops,
        concurrentRuns,
        drainTimeoutSeconds * SECOND_NS,
        bufferMemoryBytes);
  }

  /** What the configuration says, which may be no number at all. */
  static Settings of(AgentRuns.Config config) {
    return of(
        number("loops", config::loops),
        number("concurrentRuns", config::concurrentRuns),
        number("drainTimeoutSeconds", config::drainTimeoutSeconds),
        number("bufferMemoryBytes", config::bufferMemoryBytes));
  }

  // Declarative Services convert a value when it is asked for, and say only what it was.
  static <T> T number(String key, Supplier<T> value) {
    try {
      return value.get();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "io.loadstone.runs: "
              + key
              + " is no whole number of its range ("
              + e.getMessage()
              + "); correct it in io.loadstone.runs.cfg",
          e);
    }
  }

  private static void inRange(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "io.loadstone.runs: "
              + key
              + " is "
              + value
              + "; allowed: "
              + least
              + " to "
              + most
              + "; correct it in the configuration");
    }
  }
}
