package io.loadstone.engine.noop.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Keeps the order of what was offered and completes all of it at the next call.
 *
 * <p>Everything is allocated here once; the loop only indexes arrays.
 */
final class NoopQueue implements IoQueue {
  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final int depth;
  // Confined: a buffer that another thread touches, or that is touched after close, is an
  // exception and never a crash.
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment[] buffers;

  // A slot is busy from its offer to its completion.
  private final boolean[] busy;
  private final int[] results;
  // Slots in the order of their offers.
  private final int[] offered;
  private int offeredCount;

  NoopQueue(QueueOptions options) throws IOException {
    this.options = options;
    depth = options.depth();
    busy = new boolean[depth];
    results = new int[depth];
    offered = new int[depth];
    buffers = options.buffersOf(arena);
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public MemorySegment buffer(int slot) {
    return buffers[slot];
  }

  @Override
  public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (busy[slot]) {
      return false;
    }
    options.requireRoom(lengthBytes);
    busy[slot] = true;
    // A flush has length 0 and completes with 0; a transfer completes with the bytes it moved.
    results[slot] = lengthBytes;
    offered[offeredCount++] = slot;
    return true;
  }

  // A real engine hands everything over with one call here, waits for atLeast completions at most
  // for timeoutNs, and delivers what is there. A failed operation is delivered as a negated errno;
  // an exception means that the whole queue is broken.
  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
    // Fields into locals: the compiler can't know that the sink leaves them alone.
    int count = offeredCount;
    int[] slots = offered;
    int[] moved = results;
    boolean[] taken = busy;
    offeredCount = 0;
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      taken[slot] = false;
      sink.completed(slot, moved[slot]);
    }
    return count;
  }

  // A real engine cancels and reaps first: memory must not be freed while anybody may write into
  // it.
  @Override
  public void close() {
    if (owner.closes()) {
      arena.close();
    }
  }
}
