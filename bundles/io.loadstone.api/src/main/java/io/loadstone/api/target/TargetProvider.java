package io.loadstone.api.target;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Knows the targets of one URI scheme and guards them. An OSGi service.
 *
 * <p>The guards live here, below every profile, importer and remote call: whatever asks, {@link
 * #open} refuses what {@link #preview} says would be refused.
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
   * Finds out what {@link #open} and a layout would do. Changes nothing.
   *
   * @return never an exception for bad input: a {@linkplain TargetPreview#refusal() refusal}
   *     instead
   */
  TargetPreview preview(TargetUri uri, TargetUse use);

  /**
   * Where the kernel would serve a target of this name; engines are asked by it before anything is
   * opened. Touches nothing. Only a provider whose {@link #open} gives a {@link PathTarget} says
   * something else than empty; engines of protocols know their targets by the scheme.
   */
  default Optional<Path> kernelPath(TargetUri uri) {
    return Optional.empty();
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
   * Removes what Loadstone made under this name.
   *
   * @return whether there was something to remove
   * @throws TargetRefusedException if it was not made by Loadstone or is in use
   * @throws IOException if the system fails
   */
  boolean remove(TargetUri uri) throws TargetRefusedException, IOException;
}
