package io.loadstone.core.internal.load;

import java.util.Arrays;

/**
 * Slots whose operation is drawn and not started, by the time that it is due; those of one time in
 * the order of their coming. A binary heap, so that the next one costs the same whatever the number
 * of workers.
 *
 * <p><b>Threads:</b> confined to one. <b>Allocation:</b> none but for {@link #grow}.
 */
final class WaitingSlots {
  private int[] slots;
  private long[] dueNs;
  private long[] order;
  private int count;
  private long came;

  WaitingSlots(int most) {
    slots = new int[most];
    dueNs = new long[most];
    order = new long[most];
  }

  void grow(int most) {
    slots = Arrays.copyOf(slots, most);
    dueNs = Arrays.copyOf(dueNs, most);
    order = Arrays.copyOf(order, most);
  }

  int count() {
    return count;
  }

  /** The slot at a place, in no order. */
  int slot(int place) {
    return slots[place];
  }

  /** When the first one is due; there must be one. */
  long firstDueNs() {
    return dueNs[0];
  }

  void add(int slot, long due) {
    int at = count++;
    long number = came++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!before(due, number, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, slot, due, number);
  }

  /** Takes the first one away. */
  int poll() {
    int first = slots[0];
    int last = --count;
    int slot = slots[last];
    long due = dueNs[last];
    long number = order[last];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= count) {
        break;
      }
      if (child + 1 < count && before(dueNs[child + 1], order[child + 1], child)) {
        child++;
      }
      if (before(due, number, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    put(at, slot, due, number);
    return first;
  }

  private boolean before(long due, long number, int other) {
    return due == dueNs[other] ? number < order[other] : due - dueNs[other] < 0;
  }

  private void move(int from, int to) {
    put(to, slots[from], dueNs[from], order[from]);
  }

  private void put(int at, int slot, long due, long number) {
    slots[at] = slot;
    dueNs[at] = due;
    order[at] = number;
  }
}
