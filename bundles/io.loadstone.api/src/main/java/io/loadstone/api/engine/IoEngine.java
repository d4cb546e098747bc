package io.loadstone.api.engine;

import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
  default Optional<String> unavailable() {
    return Optional.empty();
  }

  /**
   * Why it can't drive this target. It need not be open: a plan is judged before anything is.
   *
   * @return empty if it can
   */
  Optional<String> refuses(TargetTraits target);

  /**
   * Why it can't use these options on this machine with these targets, each of which it drives,
   * with the cure.
   *
   * @param engineOptions as in {@link QueueOptions#engineOptions()}
   * @return empty if it can
   */
  default Optional<String> refuses(List<TargetTraits> targets, Map<String, String> engineOptions) {
    return Optional.empty();
  }

  /**
   * Why {@code engine: auto} passes it over for this target although it can drive it: what makes
   * its figures other than people expect. A plan that names the engine is warned with it.
   *
   * @return empty if there is no such reason
   */
  default Optional<String> caution(TargetTraits target) {
    return Optional.empty();
  }

  /**
   * What it found out about this machine: abilities of the kernel that it uses, and those that it
   * does without, with the reason. For people.
   *
   * @return sentences without their full stops; empty if there is nothing to tell
   */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Opens a queue for the calling thread.
   *
   * @param targets at least one; operations name them by index
   * @throws IOException if the system refuses, or an option can't be used; the message names the
   *     call, the error and the cure
   * @throws IllegalArgumentException if {@link #refuses} names a reason for a target, or the depth
   *     is above 1 on an engine that is not asynchronous
   */
  IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException;
}
