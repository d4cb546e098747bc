package io.loadstone.linux;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.quantity.Sizes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The buffers of a queue's slots, one after the other in one piece of memory.
 *
 * <p><b>Threads:</b> those of the arena.
 */
public final class SlotBuffers {
  /** Of every engine whose buffers these are. */
  public static final EngineOption HUGE_PAGES =
      EngineOption.onOff(
          "hugePages",
          "buffers in huge pages, fewer entries of the processor's page tables; an administrator"
              + " must have set pages aside (sysctl vm.nr_hugepages).");

  private static final Pattern HUGE_PAGE_KIB = Pattern.compile("Hugepagesize:\\s*(\\d+) kB");
  private static final Pattern FREE_HUGE_PAGES = Pattern.compile("HugePages_Free:\\s*(\\d+)");
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
    if (HUGE_PAGES.isOn(options.engineOptions())) {
      whole = hugePages(arena, bytes, alignment);
    } else {
      whole = pages(arena, bytes, alignment, options);
    }
    slots = new MemorySegment[options.depth()];
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = whole.asSlice(slot * strideBytes, options.bufferBytes());
    }
  }

  private static MemorySegment pages(Arena arena, long bytes, long alignment, QueueOptions options)
      throws IOException {
    try {
      return MemoryCalls.pages(arena, bytes, alignment);
    } catch (NativeIoException e) {
      throw new IOException(
          String.format(
              "no memory for %d buffers of %s: %s; use fewer outstanding I/Os or smaller blocks",
              options.depth(), Sizes.format(options.bufferBytes()), e.getMessage()),
          e);
    }
  }

  private static MemorySegment hugePages(Arena arena, long bytes, long alignment)
      throws IOException {
    String memory = Files.readString(Path.of("/proc/meminfo"));
    long pageBytes = number(HUGE_PAGE_KIB, memory) * 1024;
    if (pageBytes == 0) {
      throw new IOException("this kernel was built without huge pages; leave hugePages out");
    }
    if (alignment > pageBytes) {
      throw new IOException(
          "buffers aligned to "
              + Sizes.format(alignment)
              + " do not fit huge pages of "
              + Sizes.format(pageBytes)
              + "; leave hugePages out");
    }
    long pages = Math.ceilDiv(bytes, pageBytes);
    try {
      return MemoryCalls.hugePages(arena, pages * pageBytes).asSlice(0, bytes);
    } catch (NativeIoException e) {
      throw new IOException(
          String.format(
              "no memory for buffers: %s; they need %d huge pages of %s and %d are free: set more"
                  + " aside with sysctl vm.nr_hugepages, or leave hugePages out",
              e.getMessage(), pages, Sizes.format(pageBytes), number(FREE_HUGE_PAGES, memory)),
          e);
    }
  }

  private static long number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
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
