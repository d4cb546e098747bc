package io.loadstone.api.target;

import java.io.IOException;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Knows the targets of one URI scheme and guards them. An OSGi service.
 *
 * <p>The guards live here, below every profile, importer and remote call: whatever asks, {@link
 * #open} refuses what {@link #find} refuses.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ConsumerType
public interface TargetProvider {
  /** The URI scheme, such as {@code file}. */
  String scheme();

  /** One sentence for a list: what it is, with the form of its URI and its parameters. */
  String description();

  /**
   * Sentences of what targets are here or allowed, for a person who looks for one; may be empty.
   */
  List<String> listing();

  /**
   * Finds out what the target is and what {@link #open} and a layout would do to it. Changes
   * nothing.
   *
   * @throws TargetRefusedException if a guard refuses it, or it can't be used; also for bad input
   */
  FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException;

  /** The same with a refusal as a part of the answer. */
  default TargetPreview preview(TargetUri uri, TargetUse use) {
    try {
      return TargetPreview.of(find(uri, use));
    } catch (TargetRefusedException e) {
      return TargetPreview.refused(uri, e.refusal());
    }
  }

  /**
   * Opens a target for one run, after the guards. If {@code use.lays()}, one that does not exist is
   * made.
   *
   * @throws TargetRefusedException if a guard refuses it
   * @throws IOException if the system fails, with what, where and the error in the message
   */
  Target open(TargetUri uri, TargetUse use) throws TargetRefusedException, IOException;

  /**
   * Removes what Loadstone made under this name. Does nothing where a target is never made, as with
   * devices and servers.
   *
   * @return whether there was something to remove
   * @throws TargetRefusedException if it was not made by Loadstone or is in use
   * @throws IOException if the system fails
   */
  default boolean remove(TargetUri uri) throws TargetRefusedException, IOException {
    return false;
  }
}
