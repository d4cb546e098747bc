package io.loadstone.sim.internal;

/** Slots in the order of the times at which they are due. Allocates nothing after its making. */
final class DueHeap {
  private final long[] dueNs;
  private final int[] heap;
  private int size;

  DueHeap(int slots) {
    dueNs = new long[slots];
    heap = new int[slots];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first is due; only if there is one. */
  long firstDueNs() {
    return dueNs[heap[0]];
  }

  void add(int slot, long slotDueNs) {
    dueNs[slot] = slotDueNs;
    int at = size++;
    while (at > 0 && slotDueNs - dueNs[heap[(at - 1) / 2]] < 0) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = slot;
  }

  /** Takes the first out; only if there is one. */
  int takeFirst() {
    int first = heap[0];
    int moved = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && dueNs[heap[child + 1]] - dueNs[heap[child]] < 0) {
        child++;
      }
      if (dueNs[moved] - dueNs[heap[child]] <= 0) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
    return first;
  }
}
