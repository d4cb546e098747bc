package io.loadstone.linux;

/**
 * Which slots of a queue are busy, and how often the operation of each was handed to the kernel,
 * which may say that it should be tried again.
 *
 * <p><b>Threads:</b> the queue's own. <b>Allocation:</b> none after construction.
 */
public final class Attempts {
  /** How often an operation is handed over before its EAGAIN or EINTR is a result. */
  private static final int MOST = 16;

  private static final byte FREE = 0;

  private final byte[] bySlot;
  private int busy;
  private long repeated;

  /** All slots are free. */
  public Attempts(int depth) {
    bySlot = new byte[depth];
  }

  /** Whether nothing is in it. */
  public boolean isFree(int slot) {
    return bySlot[slot] == FREE;
  }

  /** An operation is in the slot, to be handed over for the first time. */
  public void begin(int slot) {
    bySlot[slot] = 1;
    busy++;
  }

  /**
   * The operation is to be handed over once more.
   *
   * @return {@code false} if that was done often enough: what the kernel said is the result
   */
  public boolean again(int slot) {
    if (bySlot[slot] == MOST) {
      return false;
    }
    bySlot[slot]++;
    repeated++;
    return true;
  }

  /** The operation is over. */
  public void end(int slot) {
    bySlot[slot] = FREE;
    busy--;
  }

  /** Slots that are not free. */
  public int busy() {
    return busy;
  }

  /** How often an operation was handed over again. */
  public long repeated() {
    return repeated;
  }
}
