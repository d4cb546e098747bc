package io.loadstone.api.control;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A part of the agent that works although something is wrong with it, such as a change of its
 * configuration that it could not take. An OSGi service; what it says is in the agent's health.
 *
 * <p><b>Threads:</b> any.
 */
@ConsumerType
public interface PartHealth {
  /** What is wrong now, a sentence each with its cure; empty if nothing is. */
  List<String> problems();
}
