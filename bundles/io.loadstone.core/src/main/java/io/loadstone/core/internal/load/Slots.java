package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The slots of one loop: what is in each, and which are free. Slots go round the workers, so that a
 * batch holds something of each and more slots can be added at the end.
 *
 * <p><b>Threads:</b> confined to one. <b>Allocation:</b> none but for {@link #grow} and {@link
 * #takeBuffers}.
 */
final class Slots {
  /** Which of the loop's workers it belongs to. */
  int[] owner = {};

  IoKind[] kind = {};
  int[] target = {};
  long[] offsetBytes = {};
  int[] lengthBytes = {};

  /** The place of its arrival in the schedule of an open loop. */
  long[] arrival = {};

  /** Waited between its arrival and its start. */
  long[] delayNs = {};

  /** Whether it waits for that. */
  boolean[] delayed = {};

  long[] freeNs = {};
  long[] intendedNs = {};
  long[] submittedNs = {};

  private final int workers;
  private final int firstOfWorker;
  private int depth;
  private int limit = Integer.MAX_VALUE;
  // Which of its worker's outstanding I/Os it is, from 0.
  private int[] number = {};
  private MemorySegment[] buffers = {};

  // Free slots that may be used, first in, first out.
  private int[] ready = {};
  private int readyHead;
  private int readyCount;
  private boolean[] parked = {};

  /**
   * @param workers that they belong to
   * @param firstOfWorker which of its worker's outstanding I/Os, from 0, the first slot of each is
   */
  Slots(int workers, int firstOfWorker) {
    this.workers = workers;
    this.firstOfWorker = firstOfWorker;
  }

  int depth() {
    return depth;
  }

  /** Adds slots; they are free from now on. */
  void grow(int newDepth, long nowNs) {
    owner = Arrays.copyOf(owner, newDepth);
    number = Arrays.copyOf(number, newDepth);
    kind = Arrays.copyOf(kind, newDepth);
    target = Arrays.copyOf(target, newDepth);
    offsetBytes = Arrays.copyOf(offsetBytes, newDepth);
    lengthBytes = Arrays.copyOf(lengthBytes, newDepth);
    arrival = Arrays.copyOf(arrival, newDepth);
    delayNs = Arrays.copyOf(delayNs, newDepth);
    delayed = Arrays.copyOf(delayed, newDepth);
    freeNs = Arrays.copyOf(freeNs, newDepth);
    intendedNs = Arrays.copyOf(intendedNs, newDepth);
    submittedNs = Arrays.copyOf(submittedNs, newDepth);
    parked = Arrays.copyOf(parked, newDepth);
    int[] inOrder = new int[newDepth];
    for (int i = 0; i < readyCount; i++) {
      inOrder[i] = ready[(readyHead + i) % depth];
    }
    ready = inOrder;
    readyHead = 0;
    int first = depth;
    depth = newDepth;
    for (int slot = first; slot < newDepth; slot++) {
      owner[slot] = slot % workers;
      number[slot] = firstOfWorker + slot / workers;
      release(slot, nowNs);
    }
  }

  /** Takes the buffers of a queue that was opened for this depth. */
  void takeBuffers(IoQueue queue) {
    buffers = new MemorySegment[depth];
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = queue.buffer(slot);
    }
  }

  MemorySegment buffer(int slot) {
    return buffers[slot];
  }

  int readyCount() {
    return readyCount;
  }

  int takeReady() {
    int slot = ready[readyHead];
    readyHead = readyHead + 1 == depth ? 0 : readyHead + 1;
    readyCount--;
    return slot;
  }

  /** A slot is free again; a worker that may have fewer leaves it unused. */
  void release(int slot, long nowNs) {
    freeNs[slot] = nowNs;
    if (number[slot] >= limit) {
      parked[slot] = true;
      return;
    }
    putBack(slot);
  }

  /** A slot stays ready after all. */
  void putBack(int slot) {
    int at = readyHead + readyCount;
    ready[at >= depth ? at - depth : at] = slot;
    readyCount++;
  }

  /** Each worker may use so many of its slots from now on. */
  void limit(int perWorker, long nowNs) {
    limit = perWorker;
    for (int left = readyCount; left > 0; left--) {
      int slot = takeReady();
      release(slot, freeNs[slot]);
    }
    for (int slot = 0; slot < depth; slot++) {
      if (parked[slot] && number[slot] < limit) {
        parked[slot] = false;
        release(slot, nowNs);
      }
    }
  }
}
