package io.loadstone.nfs.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.SlotBuffers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The slots of a queue: buffers, and the request of each. Arrays, since loops use them. */
final class Slots {
  /** Nothing is in it. */
  static final byte FREE = 0;

  /** Offered, and no session has it. */
  static final byte WAITING = 1;

  /** A session has it, and the server may. */
  static final byte SENT = 2;

  final MemorySegment[] buffers;
  final long[] addresses;
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

  Slots(Arena arena, QueueOptions options) throws IOException {
    int depth = options.depth();
    SlotBuffers memory = new SlotBuffers(arena, options);
    buffers = new MemorySegment[depth];
    addresses = memory.addresses();
    state = new byte[depth];
    kind = new IoKind[depth];
    offsetBytes = new long[depth];
    lengthBytes = new int[depth];
    doneBytes = new int[depth];
    connection = new int[depth];
    next = new int[depth];
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = memory.slot(slot);
      kind[slot] = IoKind.READ;
    }
  }

  int depth() {
    return state.length;
  }

  void begin(int slot, IoKind slotKind, long slotOffsetBytes, int slotLengthBytes) {
    kind[slot] = slotKind;
    offsetBytes[slot] = slotOffsetBytes;
    lengthBytes[slot] = slotLengthBytes;
    doneBytes[slot] = 0;
  }
}
