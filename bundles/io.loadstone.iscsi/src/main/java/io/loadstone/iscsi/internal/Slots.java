package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.SlotBuffers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The slots of a queue: buffers, and the command that each holds. Arrays, since loops use them. */
final class Slots implements AutoCloseable {
  /** Nothing is in it. */
  static final byte FREE = 0;

  /** Offered, and no session has it. */
  static final byte WAITING = 1;

  /** A session has it, and the server may. */
  static final byte SENT = 2;

  final MemorySegment[] buffers;
  final ScsiTask[] tasks;
  final byte[] state;
  final IoKind[] kind;

  /** What a read or write is for, and how much of it is done. */
  final long[] offsetBytes;

  final int[] lengthBytes;
  final int[] doneBytes;

  /** The connection that it goes through; where it is not free. */
  final int[] connection;

  /** The slot behind it in a list of waiting ones, or -1. */
  final int[] next;

  /** How often it was sent again. */
  final int[] repetitions;

  Slots(Arena arena, QueueOptions options) throws IOException {
    int depth = options.depth();
    SlotBuffers memory = new SlotBuffers(arena, options);
    buffers = new MemorySegment[depth];
    tasks = new ScsiTask[depth];
    state = new byte[depth];
    kind = new IoKind[depth];
    offsetBytes = new long[depth];
    lengthBytes = new int[depth];
    doneBytes = new int[depth];
    connection = new int[depth];
    next = new int[depth];
    repetitions = new int[depth];
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = memory.slot(slot);
      kind[slot] = IoKind.READ;
    }
    int made = 0;
    try {
      for (; made < depth; made++) {
        tasks[made] = new ScsiTask(arena, buffers[made]);
      }
    } finally {
      for (int slot = 0; made < depth && slot < made; slot++) {
        tasks[slot].close();
      }
    }
  }

  int depth() {
    return state.length;
  }

  /** Makes the command of a read or write that is to begin. */
  void begin(int slot, IoKind slotKind, Lun lun, long slotOffsetBytes, int slotLengthBytes) {
    kind[slot] = slotKind;
    offsetBytes[slot] = slotOffsetBytes;
    lengthBytes[slot] = slotLengthBytes;
    doneBytes[slot] = 0;
    makeCommand(slot, lun);
  }

  /**
   * Counts what a command of a read or write moved, and makes the next one if there is more than
   * the LUN takes at once.
   *
   * @return whether there is a next one
   */
  boolean goesOn(int slot, Lun lun) {
    int asked = Math.min(lengthBytes[slot] - doneBytes[slot], lun.mostTransferBytes());
    int moved = tasks[slot].movedBytes();
    doneBytes[slot] += moved;
    if (moved < asked || doneBytes[slot] == lengthBytes[slot]) {
      return false;
    }
    makeCommand(slot, lun);
    return true;
  }

  private void makeCommand(int slot, Lun lun) {
    int done = doneBytes[slot];
    int bytes = Math.min(lengthBytes[slot] - done, lun.mostTransferBytes());
    int shift = Integer.numberOfTrailingZeros(lun.blockBytes());
    long block = (offsetBytes[slot] + done) >>> shift;
    if (kind[slot] == IoKind.READ) {
      tasks[slot].read(block, bytes >>> shift, bytes, done);
    } else {
      tasks[slot].write(block, bytes >>> shift, bytes, done);
    }
  }

  /** Frees the commands; no session may have any. */
  @Override
  public void close() {
    for (ScsiTask task : tasks) {
      task.close();
    }
  }
}
