package io.loadstone.nbd.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.servers.ServerSlots;
import io.loadstone.servers.WaitingSlots;
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

  private final WaitingSlots waiting;

  // The slot whose payload leaves from its own buffer.
  private int body = NO_SLOT;
  private long sentBytes;

  Requests(Arena arena, Slots slots) {
    this.slots = slots;
    out = arena.allocate(BUFFER_BYTES).asByteBuffer();
    waiting = new WaitingSlots(slots);
  }

  /** Puts a slot at the end. */
  void add(int slot) {
    waiting.add(slot);
  }

  /** Whether something has not left yet. */
  boolean pending() {
    return waits() || body != NO_SLOT || out.position() > 0;
  }

  /** Whether a slot's payload is still on its way. */
  boolean sending(int slot) {
    return body == slot;
  }

  /** Bytes that ever left. */
  long sentBytes() {
    return sentBytes;
  }

  private boolean waits() {
    return waiting.first() != WaitingSlots.NONE;
  }

  /** Forgets the next slot that waits; false if there is none. */
  boolean withdraw() {
    if (!waits()) {
      return false;
    }
    waiting.takeFirst(ServerSlots.FREE);
    return true;
  }

  /** Forgets what was under way on a lost connection; what waits goes on waiting. */
  void restart() {
    out.clear();
    body = NO_SLOT;
  }

  /** Sends as much as the channel takes. */
  void send(WritableByteChannel channel) throws IOException {
    while (true) {
      while (body == NO_SLOT && waits() && fits(waiting.first())) {
        append(waiting.first());
        waiting.takeFirst(ServerSlots.SENT);
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
      if (!waits()) {
        return;
      }
    }
  }

  private boolean fits(int slot) {
    boolean copied =
        slots.kind[slot] == IoKind.WRITE && slots.lengthBytes[slot] <= MOST_COPIED_BYTES;
    return out.remaining() >= Protocol.REQUEST_BYTES + (copied ? slots.lengthBytes[slot] : 0);
  }

  private void append(int slot) {
    int lengthBytes = slots.lengthBytes[slot];
    out.putInt(Protocol.REQUEST_MAGIC)
        .putShort((short) 0)
        .putShort(Protocol.command(slots.kind[slot]))
        .putLong(slots.mark(slot))
        .putLong(slots.offsetBytes[slot])
        .putInt(lengthBytes);
    if (slots.kind[slot] == IoKind.WRITE) {
      ByteBuffer payload = slots.views[slot].clear().limit(lengthBytes);
      if (lengthBytes <= MOST_COPIED_BYTES) {
        out.put(payload);
      } else {
        body = slot;
      }
    }
  }
}
