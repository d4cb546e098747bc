package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one loop is to start next, and when. A free slot gets its worker's next operation; that is
 * due when the slot became free, or in an open loop when the schedule says so, and later by the
 * delay of a burst. Slots whose operation is not due yet wait; a worker that waits starts nothing
 * else meanwhile.
 *
 * <p><b>Threads:</b> confined to one. <b>Allocation:</b> none but for {@link #grow} and {@link
 * #adopt}.
 */
final class Agenda {
  /** Nothing is due now. */
  static final int NONE = -1;

  private static final long LONGEST_WAIT_NS = 50_000_000L;

  private final Slots slots;
  private final OperationStream[] streams;
  private final LoadControl control;
  private final @Nullable ArrivalSchedule schedule;
  private final WriteData data;
  private final WaitingSlots waiting = new WaitingSlots(0);

  // Of each worker: when its latest operation is due.
  private final long[] workerDueNs;

  private boolean delays;
  // Length of every operation of a full coverage; 0 without one.
  private int coverageBytes;

  // Of an open loop: when the latest arrival that was taken is due; none is taken before.
  private long arrivalNs;
  private boolean arrivalTaken;
  private long wakeNs;

  /**
   * @param streams of the workers that the slots go round
   * @param data content of the writes
   */
  Agenda(
      Slots slots,
      OperationStream[] streams,
      LoadControl control,
      @Nullable ArrivalSchedule schedule,
      WriteData data) {
    this.slots = slots;
    this.streams = streams;
    this.control = control;
    this.schedule = schedule;
    this.data = data;
    workerDueNs = new long[streams.length];
  }

  /** Goes on with operations of this pattern. */
  void follow(AccessPattern pattern) {
    delays = pattern.delays();
    coverageBytes = pattern.fullCoverage ? pattern.sizeBytes[0] : 0;
    for (OperationStream stream : streams) {
      stream.follow(pattern);
    }
  }

  void grow(int depth) {
    waiting.grow(depth);
  }

  /** The load begins: every slot is free from here on. */
  void begin(long nowNs) {
    Arrays.fill(slots.freeNs, nowNs);
    Arrays.fill(workerDueNs, nowNs);
  }

  /** Puts the content of waiting writes into their buffers again, which are new. */
  void fillAgain() {
    for (int i = 0; i < waiting.count(); i++) {
      fillIfWrite(waiting.slot(i));
    }
  }

  /**
   * Goes by another shape: what is not due yet is due at another time if the rate changed, or the
   * delay became shorter.
   */
  void adopt(AccessPattern pattern, long nowNs) {
    follow(pattern);
    int[] all = new int[waiting.count()];
    for (int i = 0; i < all.length; i++) {
      all[i] = waiting.poll();
    }
    for (int slot : all) {
      if (slots.intendedNs[slot] - nowNs > 0) {
        dateAgain(slot, pattern.longestDelayNs);
      }
      waiting.add(slot, slots.intendedNs[slot]);
    }
  }

  private void dateAgain(int slot, long longestDelayNs) {
    long from = slots.freeNs[slot];
    if (schedule != null) {
      from = schedule.dueNs(slots.arrival[slot]);
      arrivalNs = from;
    }
    slots.delayNs[slot] = Math.min(slots.delayNs[slot], longestDelayNs);
    slots.intendedNs[slot] = from + slots.delayNs[slot];
    workerDueNs[slots.owner[slot]] = slots.intendedNs[slot];
  }

  /** A turn begins; until its end {@link #wakeNs} can only become earlier. */
  void turn(long nowNs) {
    wakeNs = nowNs + LONGEST_WAIT_NS;
  }

  /** When there may be something to start again. */
  long wakeNs() {
    return wakeNs;
  }

  /** The next slot whose operation is due; {@link #NONE} if there is none. */
  int next(long nowNs) {
    if (waiting.count() > 0 && waiting.firstDueNs() - nowNs <= 0) {
      return waiting.poll();
    }
    while (slots.readyCount() > 0 && mayDraw(nowNs)) {
      int slot = slots.takeReady();
      if (!draw(slot)) {
        slots.putBack(slot);
        wakeNs = nowNs;
        return NONE;
      }
      long due = slots.intendedNs[slot];
      if (due - nowNs <= 0) {
        return slot;
      }
      waiting.add(slot, due);
    }
    if (waiting.count() > 0 && waiting.firstDueNs() - wakeNs < 0) {
      wakeNs = waiting.firstDueNs();
    }
    return NONE;
  }

  /** The queue took the operation of a slot. */
  void taken(int slot) {
    if (slots.delayed[slot] && schedule != null) {
      slots.delayed[slot] = false;
      schedule.delayed(-1);
    }
  }

  /** The queue has no room before the next submission: the slot comes again at once. */
  void refused(int slot, long nowNs) {
    waiting.add(slot, slots.intendedNs[slot]);
    wakeNs = nowNs;
  }

  /** Whether another operation may be drawn: in an open loop not before the last one is due. */
  private boolean mayDraw(long nowNs) {
    if (schedule != null && arrivalTaken && arrivalNs - nowNs > 0) {
      // The slot that has it may wait longer, for a delay that the next one does not have.
      wakeNs = arrivalNs - wakeNs < 0 ? arrivalNs : wakeNs;
      return false;
    }
    // A place of a full coverage is drawn only by who may go there, or a limit would leave gaps.
    if (coverageBytes == 0 || control.mayMove(coverageBytes)) {
      return true;
    }
    wakeNs = nowNs;
    return false;
  }

  /** Gives a free slot its next operation; {@code false} if nothing more is to be done. */
  private boolean draw(int slot) {
    int worker = slots.owner[slot];
    OperationStream stream = streams[worker];
    stream.next();
    if (coverageBytes == 0 && !control.mayMove(stream.lengthBytes)) {
      return false;
    }
    slots.kind[slot] = stream.kind;
    slots.target[slot] = stream.target;
    slots.offsetBytes[slot] = stream.offsetBytes;
    slots.lengthBytes[slot] = stream.lengthBytes;
    slots.delayNs[slot] = stream.delayNs;
    fillIfWrite(slot);
    long from = slots.freeNs[slot];
    if (schedule != null) {
      slots.arrival[slot] = schedule.take(stream.lengthBytes);
      arrivalNs = schedule.dueNs(slots.arrival[slot]);
      arrivalTaken = true;
      from = arrivalNs;
    }
    slots.intendedNs[slot] = delays ? afterDelay(slot, from) : from;
    return true;
  }

  private long afterDelay(int slot, long fromNs) {
    int worker = slots.owner[slot];
    long due = fromNs + slots.delayNs[slot];
    due = workerDueNs[worker] - due > 0 ? workerDueNs[worker] : due;
    workerDueNs[worker] = due;
    if (schedule != null && due - fromNs > 0) {
      slots.delayed[slot] = true;
      schedule.delayed(1);
    }
    return due;
  }

  private void fillIfWrite(int slot) {
    if (slots.kind[slot] == IoKind.WRITE) {
      data.fill(
          slots.buffer(slot), slots.target[slot], slots.offsetBytes[slot], slots.lengthBytes[slot]);
    }
  }
}
