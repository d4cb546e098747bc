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

  /** Frees the commands; no session may have any. */
  @Override
  public void close() {
    for (ScsiTask task : tasks) {
      task.close();
    }
  }
}
