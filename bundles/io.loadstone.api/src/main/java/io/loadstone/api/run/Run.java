package io.loadstone.api.run;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A run of this agent's life.
 *
 * <p><b>Threads:</b> any. Nothing here waits for a loop.
 */
@ProviderType
public interface Run {
  /** Where it stands now, in one line. */
  RunSummary summary();

  /** The plan that it executes. */
  Plan plan();

  /** What it does now, at most one second old. */
  LiveFigures live();

  /** What can be changed of the step under way, as it is now; empty if no step is under way. */
  Optional<SetPoints> setPoints();

  /**
   * Changes set points of the step under way, all of them or none. They take effect within one
   * interval and hold for the rest of the step; each is a row of the journal and a note of its
   * interval.
   *
   * @param changes values as a plan writes them: {@code 64}, {@code 8000/s}, {@code 70%}, {@code
   *     8KiB}, {@code 10ms}
   * @throws IllegalArgumentException if a value is not allowed; the message says what is
   * @throws IllegalStateException if no step is under way
   */
  void change(Map<SetPoint, String> changes);

  /** Asks it to drain and end as {@link RunState#STOPPED}; returns at once. Safe to repeat. */
  void stop();

  /** Asks it to cancel what is in flight and end as {@link RunState#STOPPED}. Safe to repeat. */
  void abort();
}
