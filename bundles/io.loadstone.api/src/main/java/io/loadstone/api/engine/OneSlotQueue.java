package io.loadstone.api.engine;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The queue of an engine that is not asynchronous: one slot, whose operation is performed in the
 * submitting call. An engine says how an operation is performed, and what is to be given back.
 *
 * <p><b>Threads:</b> confined to the thread that opened it, as every queue.
 */
@ConsumerType
public abstract class OneSlotQueue implements IoQueue {
  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private boolean offered;
  private int target;
  private IoKind kind = IoKind.READ;
  private long offsetBytes;
  private int lengthBytes;

  /**
   * Belongs to the calling thread.
   *
   * @throws IllegalArgumentException if more than one slot is asked for
   */
  protected OneSlotQueue(QueueOptions options) {
    this.options = options;
    if (options.depth() != 1) {
      throw new IllegalArgumentException(
          "depth is " + options.depth() + "; allowed: 1, as the engine is not asynchronous");
    }
  }

  /** The buffer of the slot, the same segment at each call. */
  protected abstract MemorySegment buffer();

  /**
   * Performs one operation, however long that takes.
   *
   * @param target index in the list of {@link IoEngine#open}
   * @param offsetBytes as it was offered
   * @param lengthBytes at most the buffer's size; 0 for a flush
   * @return bytes moved, or a negated errno
   */
  protected abstract int perform(int target, IoKind kind, long offsetBytes, int lengthBytes);

  /** Gives back what the queue holds; called once, by the thread that owns it. */
  protected abstract void release();

  @Override
  public final int depth() {
    return 1;
  }

  @Override
  public final MemorySegment buffer(int slot) {
    return buffer();
  }

  @Override
  public final boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (offered) {
      return false;
    }
    options.requireRoom(lengthBytes);
    this.target = target;
    this.kind = kind;
    this.offsetBytes = offsetBytes;
    this.lengthBytes = lengthBytes;
    offered = true;
    return true;
  }

  @Override
  public final int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
    if (!offered) {
      return 0;
    }
    int result = perform(target, kind, offsetBytes, lengthBytes);
    offered = false;
    sink.completed(0, result);
    return 1;
  }

  @Override
  public final void close() {
    if (owner.closes()) {
      release();
    }
  }
}
