package io.loadstone.nfs.internal;

/** The slots of a connection that no session has yet, the first offered first; never allocates. */
final class WaitingSlots {
  /** No slot. */
  static final int NONE = -1;

  private final Slots slots;
  private int first = NONE;
  private int last = NONE;

  WaitingSlots(Slots slots) {
    this.slots = slots;
  }

  /** The first of them, or {@link #NONE}. */
  int first() {
    return first;
  }

  /** Puts one behind the others. */
  void add(int slot) {
    slots.state[slot] = Slots.WAITING;
    slots.next[slot] = NONE;
    if (first == NONE) {
      first = slot;
    } else {
      slots.next[last] = slot;
    }
    last = slot;
  }

  /** Takes the first one out and gives it that state; there is one. */
  void takeFirst(byte state) {
    slots.state[first] = state;
    first = slots.next[first];
  }
}
