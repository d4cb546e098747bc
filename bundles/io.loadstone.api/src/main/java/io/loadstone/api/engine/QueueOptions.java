package io.loadstone.api.engine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * How a queue is to be opened.
 *
 * @param depth slots, 1 to 32,768; 1 for an engine that is not asynchronous
 * @param bufferBytes size of each slot's buffer, 1 to 1 GiB; the largest length that will be
 *     offered
 * @param bufferAlignmentBytes what buffer addresses must be multiples of, a power of two
 * @param engineOptions values by the name of an {@link EngineOption} that the engine has; what is
 *     not in it is as by default
 */
public record QueueOptions(
    int depth, int bufferBytes, int bufferAlignmentBytes, Map<String, String> engineOptions) {
  public QueueOptions {
    engineOptions = Map.copyOf(engineOptions);
    if (depth < 1 || depth > 32_768) {
      throw new IllegalArgumentException("depth is " + depth + "; allowed: 1 to 32768");
    }
    if (bufferBytes < 1 || bufferBytes > 1 << 30) {
      throw new IllegalArgumentException("bufferBytes is " + bufferBytes + "; allowed: 1 to 2^30");
    }
    if (bufferAlignmentBytes < 1 || Integer.bitCount(bufferAlignmentBytes) != 1) {
      throw new IllegalArgumentException(
          "bufferAlignmentBytes is " + bufferAlignmentBytes + "; allowed: a power of two");
    }
  }

  /**
   * Whether a slot's buffer has room for an operation; otherwise whoever performs it would read or
   * write the memory behind it.
   *
   * @throws IllegalArgumentException if it has not
   */
  public void requireRoom(int lengthBytes) {
    if (lengthBytes < 0 || lengthBytes > bufferBytes) {
      throw new IllegalArgumentException(
          "lengthBytes is " + lengthBytes + "; allowed: 1 to " + bufferBytes);
    }
  }

  /**
   * The buffers of all slots, one after the other in memory that the JDK gives.
   *
   * @param arena gives them back; it is closed if there is not enough
   * @throws IOException if there is not enough; the message names the cure
   */
  public MemorySegment[] buffersOf(Arena arena) throws IOException {
    long strideBytes =
        Math.ceilDiv(bufferBytes, bufferAlignmentBytes) * (long) bufferAlignmentBytes;
    try {
      // In one piece, since the C library keeps small ones after they were given back.
      MemorySegment all = arena.allocate(depth * strideBytes, bufferAlignmentBytes);
      MemorySegment[] buffers = new MemorySegment[depth];
      for (int slot = 0; slot < depth; slot++) {
        buffers[slot] = all.asSlice(slot * strideBytes, bufferBytes);
      }
      return buffers;
    } catch (OutOfMemoryError e) { // the JDK's word for memory outside the heap; the heap is well
      arena.close();
      throw new IOException(
          "no memory for "
              + (depth + " buffers of " + bufferBytes + " bytes")
              + "; use fewer outstanding I/Os, smaller blocks, or more -XX:MaxDirectMemorySize",
          e);
    }
  }

  /** With every option of the engine as by default. */
  public QueueOptions(int depth, int bufferBytes, int bufferAlignmentBytes) {
    this(depth, bufferBytes, bufferAlignmentBytes, Map.of());
  }
}
