package io.loadstone.api.target;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One open target of one run. Engines that know its kind drive it.
 *
 * <p>States: open, then closed. <b>Threads:</b> the properties from any thread; the rest from the
 * run's coordinating thread.
 */
@ConsumerType
public interface Target extends AutoCloseable {
  /** What it is like; the same as long as it is open. */
  TargetTraits traits();

  /** The name it was opened by. */
  default TargetUri uri() {
    return traits().uri();
  }

  /** Its {@link TargetTraits#sizeBytes()}. */
  default long sizeBytes() {
    return traits().sizeBytes();
  }

  /** Its {@link TargetTraits#alignmentBytes()}. */
  default int alignmentBytes() {
    return traits().alignmentBytes();
  }

  /** One phrase for results: kind, file system or device, mount options that matter. */
  String description();

  /**
   * What happened to it that belongs on the time line, such as a connection that was lost and came
   * back: a sentence each, without its full stop. Called about once a second; never waits.
   *
   * @return what is new since the last call
   */
  default List<String> takeNotes() {
    return List.of();
  }

  /**
   * The block device that holds it, for the kernel's own count of what reaches it.
   *
   * @return empty if there is none (tmpfs, a network) or it cannot be told
   */
  default Optional<BlockDevice> device() {
    return Optional.empty();
  }

  /**
   * Makes it ready for {@code layout}: length and space. Content is not its work: if this says
   * {@link Fill#WHOLE}, the core writes every byte through the run's engine and then calls {@link
   * #filled()}.
   *
   * @return whether every byte must now be written; never if it is already laid out so
   * @throws IOException if there is no space or no permission; the message says which, where, the
   *     cure
   */
  Fill lay(Layout layout) throws IOException;

  /** Remembers that every byte has been written. Called once after a successful fill. */
  default void filled() throws IOException {}

  /**
   * Whether it is still what was opened: there, the same, as large. Called about once a second.
   *
   * @return the reason if it is not; empty as well for a target that can't be lost
   */
  default Optional<String> lost() {
    return Optional.empty();
  }

  /** Gives back what it holds. Safe to repeat. */
  @Override
  default void close() throws IOException {}

  /** What {@link #lay} leaves to be written. */
  enum Fill {
    NOTHING,
    WHOLE
  }
}
