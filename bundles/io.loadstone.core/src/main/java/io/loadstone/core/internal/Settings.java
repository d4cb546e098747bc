package io.loadstone.core.internal;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    Key.LOOPS.check(loops);
    Key.CONCURRENT_RUNS.check(concurrentRuns);
    Key.DRAIN_TIMEOUT_SECONDS.check(drainTimeoutSeconds);
    Key.BUFFER_MEMORY_BYTES.check(bufferMemoryBytes);
    return new Settings(
        loops == 0 ? Runtime.getRuntime().availableProcessors() : loops,
        concurrentRuns,
        drainTimeoutSeconds * SECOND_NS,
        bufferMemoryBytes);
  }

  /** What the configuration says, which may be no number at all. */
  static Settings of(AgentRuns.Config config) {
    return of(
        Key.LOOPS.value(config::loops),
        Key.CONCURRENT_RUNS.value(config::concurrentRuns),
        Key.DRAIN_TIMEOUT_SECONDS.value(config::drainTimeoutSeconds),
        Key.BUFFER_MEMORY_BYTES.value(config::bufferMemoryBytes));
  }

  /** A key of the configuration, and the values that it may have. */
  enum Key {
    LOOPS("loops", 0, 1024),
    CONCURRENT_RUNS("concurrentRuns", 1, 64),
    DRAIN_TIMEOUT_SECONDS("drainTimeoutSeconds", 1, 3600),
    BUFFER_MEMORY_BYTES("bufferMemoryBytes", 1 << 20, 1L << 40);

    // The JDK quotes what it could not read.
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"", Pattern.DOTALL);

    private final String key;
    private final long least;
    private final long most;

    Key(String key, long least, long most) {
      this.key = key;
      this.least = least;
      this.most = most;
    }

    // Declarative Services convert a value when it is asked for, and say only what it was.
    <T> T value(Supplier<T> value) {
      try {
        return value.get();
      } catch (RuntimeException e) {
        Matcher quoted = QUOTED.matcher(String.valueOf(e.getMessage()));
        throw new IllegalArgumentException(wrong(quoted.find() ? quoted.group() : "no number"), e);
      }
    }

    void check(long value) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(wrong(String.valueOf(value)));
      }
    }

    private String wrong(String value) {
      return "io.loadstone.runs.cfg: "
          + key
          + " is "
          + value
          + "; allowed: a whole number from "
          + least
          + " to "
          + most;
    }
  }
}
