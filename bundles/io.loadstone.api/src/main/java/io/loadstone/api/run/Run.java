package io.loadstone.api.run;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
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

  /** Asks it to drain and end as {@link RunState#STOPPED}; returns at once. Safe to repeat. */
  void stop();

  /** Asks it to cancel what is in flight and end as {@link RunState#STOPPED}. Safe to repeat. */
  void abort();
}
