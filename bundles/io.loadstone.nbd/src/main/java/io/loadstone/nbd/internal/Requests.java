package io.loadstone.nbd.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The way out of one connection: requests in the order of their offers. Small payloads are copied,
 * so that a batch leaves with one call; long ones leave from the slot's own buffer.
 */
final class Requests {
  // Measured: up to here a copy costs less than a call of its own.
  static final int MOST_COPIED_BYTES = 32 << 10;
  private static final int BUFFER_BYTES = 128 << 10;
  private static final int NO_SLOT = -1;

  private final Slots slots;
  private final ByteBuffer out;

  // Slots that wait, first in, first out.
  private final int[] waiting;
  private int head;
  private int count;

  // The slot whose payload leaves from its own buffer.
  private int body = NO_SLOT;
  private long sentBytes;

  Requests(Arena arena, Slots slots) {
    this.slots = slots;
    out = arena.allocate(BUFFER_BYTES).asByteBuffer();
    waiting = new int[slots.depth()];
  }

  /** Puts a slot at the end. */
  void add(int slot) {
    int at = head + count;
    waiting[at >= waiting.length ? at - waiting.length : at] = slot;
    count++;
  }

  /** Whether something has not left yet. */
  boolean pending() {
    return count > 0 || body != NO_SLOT || out.position() > 0;
  }

  /** Whether a slot's payload is still on its way. */
  boolean sending(int slot) {
    return body == slot;
  }

  /** Bytes that ever left. */
  long sentBytes() {
    return sentBytes;
  }

  /** Takes the next slot back that waits; -1 if there is none. */
  int withdraw() {
    if (count == 0) {
      return NO_SLOT;
    }
    int slot = waiting[head];
    head = head + 1 == waiting.length ? 0 : head + 1;
    count--;
    return slot;
  }

  /** Forgets what was under way on a lost connection; what waits goes on waiting. */
  void restart() {
    out.clear();
    body = NO_SLOT;
  }

  /** Sends as much as the channel takes. */
  void send(WritableByteChannel channel) throws IOException {
    while (true) {
      while (body == NO_SLOT && count > 0 && fits(waiting[head])) {
        append(withdraw());
      }
      if (out.position() > 0) {
        out.flip();
        sentBytes += channel.write(out);
        boolean all = !out.hasRemaining();
        out.compact();
        if (!all) {
          return;
        }
      }
      if (body != NO_SLOT) {
        ByteBuffer payload = slots.views[body];
        sentBytes += channel.write(payload);
        if (payload.hasRemaining()) {
          return;
        }
        body = NO_SLOT;
      }
      if (count == 0) {
        return;
      }
    }
  }

  private boolean fits(int slot) {
    boolean copied =
        slots.command[slot] == Protocol.CMD_WRITE && slots.lengthBytes[slot] <= MOST_COPIED_BYTES;
    return out.remaining() >= Protocol.REQUEST_BYTES + (copied ? slots.lengthBytes[slot] : 0);
  }

  private void append(int slot) {
    int lengthBytes = slots.lengthBytes[slot];
    out.putInt(Protocol.REQUEST_MAGIC)
        .putShort((short) 0)
        .putShort(slots.command[slot])
        .putLong(slots.send(slot))
        .putLong(slots.offsetBytes[slot])
        .putInt(lengthBytes);
    if (slots.command[slot] == Protocol.CMD_WRITE) {
      ByteBuffer payload = slots.views[slot].clear().limit(lengthBytes);
      if (lengthBytes <= MOST_COPIED_BYTES) {
        out.put(payload);
      } else {
        body = slot;
      }
    }
  }
}
