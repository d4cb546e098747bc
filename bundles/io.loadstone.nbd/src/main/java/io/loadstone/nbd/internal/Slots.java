package io.loadstone.nbd.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.servers.ServerSlots;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/** The slots of a queue with the request that each holds. */
final class Slots extends ServerSlots {
  private static final int SLOT_BITS = 15;

  /** The same memory for channels. */
  final ByteBuffer[] views;

  /** The negated errno that the answer told so far, or 0. */
  final int[] error;

  /** What the server must repeat in its answer; differs from all that are in flight. */
  final long[] cookie;

  private long serial;

  Slots(Arena arena, QueueOptions options) throws IOException {
    super(arena, options);
    int depth = options.depth();
    views = new ByteBuffer[depth];
    for (int slot = 0; slot < depth; slot++) {
      views[slot] = buffers[slot].asByteBuffer();
    }
    error = new int[depth];
    cookie = new long[depth];
  }

  /** Puts an operation into a free slot. */
  void fill(int slot, IoKind slotKind, long slotOffsetBytes, int slotLengthBytes) {
    begin(slot, slotKind, slotOffsetBytes, slotLengthBytes);
    error[slot] = 0;
  }

  /** Gives a slot that is to be sent a cookie that was never used before. */
  long mark(int slot) {
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
