package io.loadstone.api.engine;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One submission/completion pair with its slots.
 *
 * <p>A slot is free, offered or in flight: {@link #offer} makes a free slot offered, {@link
 * #submitAndWait} takes it into flight, and its completion makes it free again.
 *
 * <p><b>Threads:</b> confined to the thread that opened it, {@link #close()} included.
 * <b>Allocation:</b> no method allocates on the heap after {@link IoEngine#open}, {@code close}
 * excepted.
 */
@ConsumerType
public interface IoQueue extends AutoCloseable {
  /** Number of slots, as asked for. */
  int depth();

  /**
   * The buffer of a slot. Reading or writing it while the slot is in flight gives undefined data.
   *
   * @param slot 0 to {@code depth() - 1}
   * @return the same segment at each call
   */
  MemorySegment buffer(int slot);

  /**
   * Puts an operation into a free slot; nothing reaches the device before {@link #submitAndWait}.
   *
   * @param slot 0 to {@code depth() - 1}
   * @param target index in the list of {@link IoEngine#open}
   * @param offsetBytes 0 or more
   * @param lengthBytes 1 to the buffer's size; 0 for {@link IoKind#FLUSH}
   * @return {@code false} if the slot is not free, or there is no room before the next {@code
   *     submitAndWait}; nothing has happened then
   * @throws IllegalArgumentException if the length is negative or above the buffer's size, as the
   *     device would reach the memory behind it; nothing has happened then
   */
  boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes);

  /**
   * Hands everything that was offered to the device, then delivers completions to {@code sink} on
   * this thread until at least {@code atLeast} were delivered or the time is over. Delivers
   * whatever else is there by then. The sink must not call the queue.
   *
   * <p>A queue that is not asynchronous performs the offered operation here, however long that
   * takes.
   *
   * @param atLeast completions to wait for, 0 to the operations in flight; 0 polls
   * @param timeoutNs longest wait in nanoseconds; 0 never waits
   * @return completions delivered; fewer than {@code atLeast} only after the timeout
   * @throws IOException if the queue as a whole is broken; close it then
   */
  int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) throws IOException;

  /**
   * Cancels what is in flight, waits until nobody can write into a buffer any more, and frees them.
   * Safe to repeat. Completions of cancelled operations are not delivered.
   */
  @Override
  void close();
}
