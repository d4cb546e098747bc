package io.loadstone.api.target;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One open target of one run. Engines that know its kind drive it: {@link PathTarget} for what the
 * kernel serves under a path.
 *
 * <p>States: open, then closed. <b>Threads:</b> the properties from any thread; the rest from the
 * run's coordinating thread.
 */
@ConsumerType
public interface Target extends AutoCloseable {
  /** The name it was opened by. */
  TargetUri uri();

  /** What it really is; the key of leases, as in {@link TargetPreview#identity()}. */
  String identity();

  /** One phrase for results: kind, file system or device, mount options that matter. */
  String description();

  /** Size in bytes: I/O goes to offsets 0 to this. */
  long sizeBytes();

  /**
   * What offsets, lengths and memory addresses must be multiples of, a power of two; 1 if anything
   * goes.
   */
  int alignmentBytes();

  /** What the page cache of this machine has to do with its I/O. */
  PageCache pageCache();

  /** Whether no I/O goes through the page cache. */
  default boolean direct() {
    return pageCache() != PageCache.USED;
  }

  /**
   * How many queues may drive it at the same time; 1 or more. A server that takes one connection
   * only says so here, and the core then uses fewer loops.
   */
  default int mostQueues() {
    return Integer.MAX_VALUE;
  }

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
  void filled() throws IOException;

  /**
   * Whether it is still what was opened: there, the same, as large. Called about once a second.
   *
   * @return the reason if it is not
   */
  Optional<String> lost();

  /** Gives it back. Safe to repeat. */
  @Override
  void close() throws IOException;

  /** What {@link #lay} leaves to be written. */
  enum Fill {
    NOTHING,
    WHOLE
  }
}
