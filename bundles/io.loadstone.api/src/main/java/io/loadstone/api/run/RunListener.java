package io.loadstone.api.run;

import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears of runs. An OSGi service; whoever registers one is called.
 *
 * <p><b>Threads:</b> the run's coordinating thread; be quick, do not throw. What a listener hears
 * of is in the store already.
 */
@ConsumerType
public interface RunListener {
  /** A run was accepted. */
  default void accepted(Run run) {}

  /** A run's state changed. */
  default void stateChanged(Run run, RunState state) {}

  /** An interval is over. */
  default void intervalEnded(Run run, Interval interval) {}

  /** A step is over. */
  default void stepEnded(Run run, StepResult result) {}

  /** The run is no longer among the recent ones of {@link Runs}. */
  default void forgotten(Run run) {}
}
