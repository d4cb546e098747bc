package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Waits for the descriptors of libraries that do their own I/O on them.
 *
 * <p><b>Threads:</b> those of the arena. <b>Allocation:</b> none after the constructor.
 */
public final class Poll {
  // asm-generic/poll.h
  /** There is something to read. */
  public static final int IN = 1;

  /** There is room to write. */
  public static final int OUT = 4;

  // struct pollfd: int fd, short events, short revents
  private static final long ENTRY_BYTES = 8;
  private static final long EVENTS = 4;
  private static final long REVENTS = 6;
  private static final int NOBODY = -1;
  private static final long MS_NS = 1_000_000;

  // Without errno, of which nothing depends, and with the address as a number: whatever the
  // compiler
  // makes of it, a call makes no object.
  private static final MethodHandle POLL =
      NativeCalls.function(
          Linker.nativeLinker().defaultLookup(),
          "poll",
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));

  private final MemorySegment entries;
  private final int size;

  /**
   * Room for descriptors; there are none in it yet.
   *
   * @param size how many
   */
  public Poll(Arena arena, int size) {
    entries = arena.allocate(Math.max(1, size) * ENTRY_BYTES, ENTRY_BYTES);
    this.size = size;
    for (int index = 0; index < size; index++) {
      set(index, NOBODY, 0);
    }
  }

  /**
   * Puts a descriptor at a place.
   *
   * @param fd negative for none
   * @param events {@link #IN}, {@link #OUT} or both
   */
  public void set(int index, int fd, int events) {
    entries.set(JAVA_INT, index * ENTRY_BYTES, fd);
    entries.set(JAVA_SHORT, index * ENTRY_BYTES + EVENTS, (short) events);
    entries.set(JAVA_SHORT, index * ENTRY_BYTES + REVENTS, (short) 0);
  }

  /**
   * Waits until something happens at a descriptor, for the time at most and never longer by more
   * than the system is late: it knows milliseconds only, so that the caller polls in what is left
   * of one. A signal ends it early.
   *
   * @param timeoutNs longest wait; below a millisecond it does not wait at all
   * @return descriptors at which something happened
   */
  public int await(long timeoutNs) {
    long wholeMs = Math.clamp(timeoutNs / MS_NS, 0, Integer.MAX_VALUE);
    if (wholeMs == 0) {
      Thread.onSpinWait();
    }
    try {
      return Math.max(0, (int) POLL.invokeExact(entries.address(), (long) size, (int) wholeMs));
    } catch (Throwable t) {
      throw NativeCalls.mismatch("poll", t);
    }
  }

  /** What happened at a place during the last wait; other bits than those asked for are errors. */
  public int happened(int index) {
    return entries.get(JAVA_SHORT, index * ENTRY_BYTES + REVENTS) & 0xffff;
  }
}
