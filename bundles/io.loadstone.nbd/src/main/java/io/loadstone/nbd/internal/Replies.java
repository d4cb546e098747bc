package io.loadstone.nbd.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * The way in of one connection: simple and structured replies, in whatever pieces they arrive. Long
 * payloads go straight into the slot's buffer. Nothing that a server sends is believed: an answer
 * to nobody, too much or too little data end the connection.
 */
final class Replies {
  private static final int BUFFER_BYTES = 128 << 10;
  // Below this a payload waits for more to come with it.
  private static final int LEAST_DIRECT_BYTES = 32 << 10;
  private static final int MOST_ERROR_BYTES = Protocol.MOST_TEXT_BYTES + 14;
  private static final int NO_SLOT = -1;

  private final Slots slots;
  private final Requests requests;
  private final MemorySegment memory;
  private final ByteBuffer in;

  // What has arrived and was not looked at is in[head, tail).
  private int head;
  private int tail;
  private long receivedBytes;

  // The payload under way: whose, where the next byte goes, how many are missing, and whether the
  // reply ends with it.
  private int body = NO_SLOT;
  private int bodyAt;
  private int bodyLeft;
  private boolean bodyEnds;

  // Set when the last call to the channel left nothing there.
  private boolean drained;

  Replies(Arena arena, Slots slots, Requests requests) {
    this.slots = slots;
    this.requests = requests;
    memory = arena.allocate(BUFFER_BYTES);
    in = memory.asByteBuffer();
  }

  /** Bytes that ever arrived. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** Forgets what was under way on a lost connection. */
  void restart() {
    head = 0;
    tail = 0;
    body = NO_SLOT;
    bodyLeft = 0;
  }

  /**
   * Takes the next answer.
   *
   * @return the slot that is done, or -1 if more has to arrive first
   * @throws ProtocolException if the server breaks the protocol
   */
  int next(ReadableByteChannel channel) throws IOException {
    while (true) {
      int done = NO_SLOT;
      if (body != NO_SLOT) {
        if (!takeBody(channel)) {
          return NO_SLOT;
        }
        done = endOfBody();
      } else {
        if (!available(channel, 4)) {
          return NO_SLOT;
        }
        int magic = in.getInt(head);
        if (magic == Protocol.SIMPLE_REPLY_MAGIC) {
          if (!available(channel, Protocol.SIMPLE_REPLY_BYTES)) {
            return NO_SLOT;
          }
          done = simple();
        } else if (magic == Protocol.STRUCTURED_REPLY_MAGIC) {
          int bytes = chunkBytes(channel);
          if (bytes < 0 || !available(channel, bytes)) {
            return NO_SLOT;
          }
          done = chunk(bytes);
        } else {
          throw new ProtocolException("a reply begins with 0x" + Integer.toHexString(magic));
        }
      }
      if (done != NO_SLOT) {
        return done;
      }
    }
  }

  /** To be called before a row of {@link #next}: there may be something to read again. */
  void mayRead() {
    drained = false;
  }

  private boolean available(ReadableByteChannel channel, int bytes) throws IOException {
    while (tail - head < bytes) {
      if (drained) {
        return false;
      }
      if (head == tail) {
        head = 0;
        tail = 0;
      } else if (in.capacity() - head < bytes) {
        in.limit(tail).position(head);
        in.compact();
        tail -= head;
        head = 0;
      }
      in.limit(in.capacity()).position(tail);
      int room = in.remaining();
      int got = took(channel.read(in));
      tail += got;
      drained = got < room;
    }
    return true;
  }

  private int took(int bytes) throws IOException {
    if (bytes < 0) {
      throw new EOFException("the server closed the connection");
    }
    receivedBytes += bytes;
    return bytes;
  }

  private int simple() throws ProtocolException {
    int error = in.getInt(head + 4);
    int slot = slotOf(in.getLong(head + 8));
    head += Protocol.SIMPLE_REPLY_BYTES;
    if (error != 0) {
      slots.error[slot] = errno(error);
      return slot;
    }
    if (slots.kind[slot] != IoKind.READ) {
      return slot;
    }
    begin(slot, 0, slots.lengthBytes[slot], true);
    return NO_SLOT;
  }

  /**
   * How much of a chunk must be there before it is looked at, its payload of data excepted; -1 if
   * that can't be told yet.
   */
  private int chunkBytes(ReadableByteChannel channel) throws IOException {
    if (!available(channel, Protocol.STRUCTURED_REPLY_BYTES)) {
      return -1;
    }
    int type = Short.toUnsignedInt(in.getShort(head + 6));
    int lengthBytes = in.getInt(head + 16);
    boolean data = type == Protocol.REPLY_TYPE_OFFSET_DATA;
    long mostBytes = data ? Long.BYTES + slots.buffers[0].byteSize() : MOST_ERROR_BYTES;
    if (lengthBytes < 0 || lengthBytes > mostBytes) {
      throw new ProtocolException(
          "a chunk of type "
              + type
              + " has "
              + Integer.toUnsignedString(lengthBytes)
              + " bytes, which is too long");
    }
    return Protocol.STRUCTURED_REPLY_BYTES + (data ? Long.BYTES : lengthBytes);
  }

  private int chunk(int bytes) throws ProtocolException {
    boolean ends = (in.getShort(head + 4) & Protocol.REPLY_FLAG_DONE) != 0;
    int type = Short.toUnsignedInt(in.getShort(head + 6));
    int slot = slotOf(in.getLong(head + 8));
    int lengthBytes = in.getInt(head + 16);
    int at = head + Protocol.STRUCTURED_REPLY_BYTES;
    head += bytes;
    if ((type & Protocol.REPLY_TYPE_ERROR_BIT) != 0) {
      if (lengthBytes < 6 || in.getInt(at) == 0) {
        throw new ProtocolException("a chunk of errors tells none");
      }
      slots.error[slot] = errno(in.getInt(at));
    } else if (type == Protocol.REPLY_TYPE_OFFSET_DATA) {
      if (lengthBytes < Long.BYTES) {
        throw new ProtocolException("a chunk of data has no offset");
      }
      begin(slot, in.getLong(at) - slots.offsetBytes[slot], lengthBytes - Long.BYTES, ends);
      return NO_SLOT;
    } else if (type == Protocol.REPLY_TYPE_OFFSET_HOLE && lengthBytes == 12) {
      hole(slot, in.getLong(at) - slots.offsetBytes[slot], in.getInt(at + Long.BYTES));
    } else if (type != Protocol.REPLY_TYPE_NONE || lengthBytes != 0 || !ends) {
      throw new ProtocolException(
          "a chunk of type " + type + " with " + lengthBytes + " bytes is not known");
    }
    return ends ? end(slot) : NO_SLOT;
  }

  private void hole(int slot, long atBytes, int lengthBytes) throws ProtocolException {
    within(slot, atBytes, lengthBytes);
    slots.buffers[slot].asSlice(atBytes, lengthBytes).fill((byte) 0);
    slots.doneBytes[slot] += lengthBytes;
  }

  private void begin(int slot, long atBytes, int lengthBytes, boolean ends)
      throws ProtocolException {
    within(slot, atBytes, lengthBytes);
    body = slot;
    bodyAt = (int) atBytes;
    bodyLeft = lengthBytes;
    bodyEnds = ends;
    slots.doneBytes[slot] += lengthBytes;
  }

  // Everything that the server says about places is checked here, before memory is touched.
  private void within(int slot, long atBytes, int lengthBytes) throws ProtocolException {
    int wantedBytes = slots.lengthBytes[slot];
    if (slots.kind[slot] != IoKind.READ
        || lengthBytes < 1
        || atBytes < 0
        || atBytes > wantedBytes - (long) lengthBytes
        || slots.doneBytes[slot] > wantedBytes - lengthBytes) {
      throw new ProtocolException(
          "it sent "
              + Integer.toUnsignedString(lengthBytes)
              + " bytes at "
              + atBytes
              + " of an operation of "
              + wantedBytes
              + " bytes");
    }
  }

  /** Moves on with a payload; {@code false} if more has to arrive. */
  private boolean takeBody(ReadableByteChannel channel) throws IOException {
    while (bodyLeft > 0) {
      if (head == tail && bodyLeft >= LEAST_DIRECT_BYTES) {
        if (drained) {
          return false;
        }
        int wanted = bodyLeft;
        int got =
            took(channel.read(slots.views[body].clear().limit(bodyAt + wanted).position(bodyAt)));
        drained = got < wanted;
        bodyAt += got;
        bodyLeft -= got;
      } else {
        if (!available(channel, 1)) {
          return false;
        }
        int bytes = Math.min(bodyLeft, tail - head);
        MemorySegment.copy(memory, head, slots.buffers[body], bodyAt, bytes);
        head += bytes;
        bodyAt += bytes;
        bodyLeft -= bytes;
      }
    }
    return true;
  }

  private int endOfBody() throws ProtocolException {
    int slot = body;
    body = NO_SLOT;
    return bodyEnds ? end(slot) : NO_SLOT;
  }

  private int end(int slot) throws ProtocolException {
    if (slots.error[slot] == 0
        && slots.kind[slot] == IoKind.READ
        && slots.doneBytes[slot] != slots.lengthBytes[slot]) {
      throw new ProtocolException(
          "it ended a read of "
              + slots.lengthBytes[slot]
              + " bytes after "
              + slots.doneBytes[slot]);
    }
    return slot;
  }

  private int slotOf(long cookie) throws ProtocolException {
    int slot = slots.answered(cookie);
    if (slot < 0 || requests.sending(slot)) {
      throw new ProtocolException(
          "it answered a request that is not in flight (0x" + Long.toHexString(cookie) + ")");
    }
    return slot;
  }

  // The protocol's numbers are those of Linux. Others mean "invalid", as the protocol says.
  private static int errno(int error) {
    return -Errno.of(error).orElse(Errno.EINVAL).number();
  }
}
