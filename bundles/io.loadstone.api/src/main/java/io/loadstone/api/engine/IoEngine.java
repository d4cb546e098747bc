package io.loadstone.api.engine;

import io.loadstone.api.target.Target;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A way to issue I/O. An OSGi service. Every engine passes {@code IoEngineContract} of the test
 * kit.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ConsumerType
public interface IoEngine {
  /** What it is like; always the same. */
  EngineTraits traits();

  /**
   * Why it can't be used on this machine, with the cure; found out once.
   *
   * @return empty if it can
   */
  Optional<String> unavailable();

  /**
   * Why it can't drive this target.
   *
   * @return empty if it can
   */
  Optional<String> refuses(Target target);

  /**
   * Opens a queue for the calling thread.
   *
   * @param targets at least one; operations name them by index
   * @throws IOException if the system refuses; the message names the call, the error and the cure
   * @throws IllegalArgumentException if {@link #refuses} names a reason for a target, or the depth
   *     is above 1 on an engine that is not asynchronous
   */
  IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException;
}
