package io.loadstone.nbd.internal;

import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.SlotBuffers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The slots of a queue: buffers, and the operation that each holds. Arrays, since loops use them.
 */
final class Slots {
  /** Nothing is in it. */
  static final byte FREE = 0;

  /** Offered, and nothing of it has left. */
  static final byte WAITING = 1;

  /** The server may know of it. */
  static final byte SENT = 2;

  private static final int SLOT_BITS = 15;

  final MemorySegment[] buffers;

  /** The same memory for channels. */
  final ByteBuffer[] views;

  final byte[] state;
  final short[] command;
  final long[] offsetBytes;
  final int[] lengthBytes;

  /** Payload bytes of the answer so far. */
  final int[] arrivedBytes;

  /** The negated errno that the answer told so far, or 0. */
  final int[] error;

  /** What the server must repeat in its answer; differs from all that are in flight. */
  final long[] cookie;

  private long serial;

  Slots(Arena arena, QueueOptions options) throws IOException {
    int depth = options.depth();
    SlotBuffers memory = new SlotBuffers(arena, options);
    buffers = new MemorySegment[depth];
    views = new ByteBuffer[depth];
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = memory.slot(slot);
      views[slot] = buffers[slot].asByteBuffer();
    }
    state = new byte[depth];
    command = new short[depth];
    offsetBytes = new long[depth];
    lengthBytes = new int[depth];
    arrivedBytes = new int[depth];
    error = new int[depth];
    cookie = new long[depth];
  }

  int depth() {
    return state.length;
  }

  /** Puts an operation into a free slot. */
  void fill(int slot, short slotCommand, long slotOffsetBytes, int slotLengthBytes) {
    state[slot] = WAITING;
    command[slot] = slotCommand;
    offsetBytes[slot] = slotOffsetBytes;
    lengthBytes[slot] = slotLengthBytes;
    arrivedBytes[slot] = 0;
    error[slot] = 0;
  }

  /** Marks a slot as sent, under a cookie that was never used before. */
  long send(int slot) {
    state[slot] = SENT;
    cookie[slot] = serial++ << SLOT_BITS | slot;
    return cookie[slot];
  }

  /** The slot that a server's answer is for, or -1 if there is none. */
  int answered(long answeredCookie) {
    int slot = (int) (answeredCookie & ((1 << SLOT_BITS) - 1));
    return slot < state.length && state[slot] == SENT && cookie[slot] == answeredCookie ? slot : -1;
  }

  /** What a completed operation moved, or its error. */
  int result(int slot) {
    return error[slot] != 0 ? error[slot] : lengthBytes[slot];
  }
}
