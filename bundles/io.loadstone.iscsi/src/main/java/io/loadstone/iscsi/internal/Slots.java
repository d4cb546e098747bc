package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.servers.ServerSlots;
import java.io.IOException;
import java.lang.foreign.Arena;

/** The slots of a queue with the command that each holds. */
final class Slots extends ServerSlots implements AutoCloseable {
  final ScsiTask[] tasks;

  /** How often it was sent again. */
  final int[] repetitions;

  Slots(Arena arena, QueueOptions options) throws IOException {
    super(arena, options);
    int depth = options.depth();
    tasks = new ScsiTask[depth];
    repetitions = new int[depth];
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

  /** Makes the command of a read or write that is to begin. */
  void begin(int slot, IoKind slotKind, Lun lun, long slotOffsetBytes, int slotLengthBytes) {
    begin(slot, slotKind, slotOffsetBytes, slotLengthBytes);
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
