package io.loadstone.api.result;

import java.io.IOException;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Writes a result in one form. An OSGi service.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ConsumerType
public interface ResultFormat {
  /** Short, lower case, unique: {@code json}. */
  String name();

  /** One sentence for a list. */
  String description();

  /**
   * Writes a result.
   *
   * @param result what was measured
   * @param intervals gives every interval of the run in order, each time it is called
   * @param out where to
   * @throws IOException if {@code out} fails
   * @throws IllegalArgumentException if this result has no such form; the message says why
   */
  void write(RunResult result, Intervals intervals, Appendable out) throws IOException;

  /** Gives the intervals of a run, one at a time, so that no long run has to fit into memory. */
  @FunctionalInterface
  interface Intervals {
    /** Hands every interval, in order, to {@code each}. */
    void forEach(Consumer<Interval> each);
  }
}
