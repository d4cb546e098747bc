package io.loadstone.linux;

import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.quantity.Sizes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The buffers of a queue's slots, one after the other in one piece of memory.
 *
 * <p><b>Threads:</b> those of the arena.
 */
public final class SlotBuffers {
  // Buffers smaller than this share pages, never cache lines.
  private static final long PAGE_BYTES = 4096;
  private static final long CACHE_LINE_BYTES = 64;

  private final MemorySegment[] slots;
  private final MemorySegment whole;
  private final long strideBytes;

  /**
   * Takes the memory; it is given back when the arena closes.
   *
   * @throws IOException if there is not enough; the message names the cure
   */
  public SlotBuffers(Arena arena, QueueOptions options) throws IOException {
    long unit = options.bufferBytes() < PAGE_BYTES ? CACHE_LINE_BYTES : PAGE_BYTES;
    long alignment = Math.max(unit, options.bufferAlignmentBytes());
    strideBytes = (options.bufferBytes() + alignment - 1) & -alignment;
    long bytes = strideBytes * options.depth();
    try {
      whole = MemoryCalls.pages(arena, bytes, alignment);
    } catch (NativeIoException e) {
      throw new IOException(
          String.format(
              "no memory for %d buffers of %s: %s; use fewer outstanding I/Os or smaller blocks",
              options.depth(), Sizes.format(options.bufferBytes()), e.getMessage()),
          e);
    }
    slots = new MemorySegment[options.depth()];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = whole.asSlice(slot * strideBytes, options.bufferBytes());
    }
  }

  /** The buffer of a slot, the same segment at each call. */
  public MemorySegment slot(int slot) {
    return slots[slot];
  }

  /** All of it. */
  public MemorySegment whole() {
    return whole;
  }

  /** Distance between the beginnings of two slots' buffers. */
  public long strideBytes() {
    return strideBytes;
  }

  /** Addresses of the slots' buffers, for calls that take numbers. */
  public long[] addresses() {
    long[] addresses = new long[slots.length];
    for (int slot = 0; slot < slots.length; slot++) {
      addresses[slot] = slots[slot].address();
    }
    return addresses;
  }
}
