package io.loadstone.servers;

/**
 * The slots of a connection that have not left yet, the first offered first.
 *
 * <p><b>Threads:</b> the queue's. <b>Allocation:</b> none.
 */
public final class WaitingSlots {
  /** No slot. */
  public static final int NONE = -1;

  private final ServerSlots slots;
  private int first = NONE;
  private int last = NONE;

  /** None of these waits. */
  public WaitingSlots(ServerSlots slots) {
    this.slots = slots;
  }

  /** The first of them, or {@link #NONE}. */
  public int first() {
    return first;
  }

  /** Puts one behind the others. */
  public void add(int slot) {
    slots.state[slot] = ServerSlots.WAITING;
    slots.next[slot] = NONE;
    if (first == NONE) {
      first = slot;
    } else {
      slots.next[last] = slot;
    }
    last = slot;
  }

  /** Takes the first one out and gives it that state; there is one. */
  public void takeFirst(byte state) {
    slots.state[first] = state;
    first = slots.next[first];
  }
}
