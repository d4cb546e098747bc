package io.loadstone.api.run;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.AgentInfo;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Starts runs and knows those of this agent's life. An OSGi service.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ProviderType
public interface Runs {
  /** Live runs and the last 20 ended ones, oldest first. */
  List<Run> recent();

  /** The run of this id, if it is among the {@link #recent()} ones. */
  Optional<Run> find(String id);

  /** What {@link #start} would do. */
  Preview preview(Plan plan);

  /**
   * Accepts a plan. It runs as soon as those before it are over.
   *
   * @throws RunRefusedException if a target, a guard, the engine, the load or the result store
   *     forbids it
   */
  Run start(Plan plan) throws RunRefusedException;

  /** Which agent this is, as it stands in results. */
  AgentInfo agent();
}
