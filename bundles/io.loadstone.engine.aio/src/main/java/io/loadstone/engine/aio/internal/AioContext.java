package io.loadstone.engine.aio.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.linux.AioCalls;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.NativeIoException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * One context of native asynchronous I/O: its control blocks, its completion ring, its system
 * calls. Constants are those of linux/aio_abi.h, Linux 6.18.
 *
 * <p>Completions are taken from the ring that the kernel maps into the process, which spares a
 * system call where nothing must be waited for. The ring's layout is no documented interface, but
 * as old as the call, carries a version, and libaio reads it as well; another version is not read.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none but in opening and closing.
 */
final class AioContext implements AutoCloseable {
  // lio_opcode
  static final int PREAD = 0;
  static final int PWRITE = 1;
  static final int FSYNC = 2;

  // struct iocb; the rest of its bytes stay zero
  private static final long IOCB_BYTES = 64;
  private static final long IOCB_DATA = 0;
  private static final long IOCB_OPCODE_AND_FD = 16;
  private static final long IOCB_ADDRESS = 24;
  private static final long IOCB_LENGTH = 32;
  private static final long IOCB_OFFSET = 40;

  // struct io_event
  private static final long EVENT_BYTES = 32;
  private static final long EVENT_RESULT = 16;

  // struct aio_ring, fs/aio.c
  private static final long RING_COUNT = 4;
  private static final long RING_HEAD = 8;
  private static final long RING_TAIL = 12;
  private static final long RING_MAGIC = 16;
  private static final long RING_INCOMPATIBLE = 24;
  private static final long RING_HEADER_BYTES = 32;
  private static final int MAGIC = 0xa10a10a1;

  private static final long TIMESPEC_BYTES = 16;
  private static final long SECOND_NS = 1_000_000_000;
  // The kernel's limit for a timeout is far above; callers come back.
  private static final long LONGEST_WAIT_NS = 86_400 * SECOND_NS;

  private static final VarHandle INDEX = JAVA_INT.varHandle();

  private final long context;
  private final MemorySegment errno;
  private final MemorySegment blocks;
  private final MemorySegment pointers;
  private final MemorySegment taken;
  private final MemorySegment timespec;
  private final MemorySegment ring;
  private final int ringCount;
  private int takenHead;
  private int takenTail;

  /**
   * Makes a context.
   *
   * @param arena holds its memory; close it after the context
   * @param slots the most operations in flight at once
   * @throws NativeIoException if the kernel refuses
   */
  AioContext(Arena arena, int slots) throws NativeIoException {
    MemorySegment number = arena.allocate(JAVA_LONG);
    int rc = AioCalls.setup(slots, number);
    if (rc < 0) {
      throw new NativeIoException("io_setup", rc, "a context of " + slots + " operations");
    }
    context = number.get(JAVA_LONG, 0);
    errno = FileCalls.errnoSegment(arena);
    blocks = arena.allocate(slots * IOCB_BYTES, Long.BYTES);
    pointers = arena.allocate((long) slots * Long.BYTES, Long.BYTES);
    taken = arena.allocate(slots * EVENT_BYTES, Long.BYTES);
    timespec = arena.allocate(TIMESPEC_BYTES, Long.BYTES);
    // The number of a context is the address of its ring.
    MemorySegment header = MemoryCalls.at(arena, context, RING_HEADER_BYTES);
    boolean readable =
        header.get(JAVA_INT, RING_MAGIC) == MAGIC && header.get(JAVA_INT, RING_INCOMPATIBLE) == 0;
    ringCount = readable ? header.get(JAVA_INT, RING_COUNT) : 0;
    ring = MemoryCalls.at(arena, context, RING_HEADER_BYTES + ringCount * EVENT_BYTES);
  }

  /** Whether completions can be taken without a system call. */
  boolean ringIsReadable() {
    return ringCount > 0;
  }

  /** Writes the control block of a slot; the kernel reads it in {@link #submit} and never again. */
  void write(int slot, int opcode, int fd, long address, long length, long offset) {
    MemorySegment all = blocks;
    long at = slot * IOCB_BYTES;
    all.set(JAVA_LONG, at + IOCB_DATA, slot);
    // Eight bytes at a time; both machine types are little-endian.
    all.set(JAVA_LONG, at + IOCB_OPCODE_AND_FD, opcode | (long) fd << 32);
    all.set(JAVA_LONG, at + IOCB_ADDRESS, address);
    all.set(JAVA_LONG, at + IOCB_LENGTH, length);
    all.set(JAVA_LONG, at + IOCB_OFFSET, offset);
  }

  /** Puts a slot's control block at a place of the list that {@link #submit} hands over. */
  void list(int place, int slot) {
    pointers.set(JAVA_LONG, (long) place * Long.BYTES, blocks.address() + slot * IOCB_BYTES);
  }

  /** The slot at a place of the list. */
  int listed(int place) {
    long address = pointers.get(JAVA_LONG, (long) place * Long.BYTES);
    return (int) ((address - blocks.address()) / IOCB_BYTES);
  }

  /**
   * Hands over operations of the list.
   *
   * @return how many were taken, or a negated errno that is the first one's
   */
  int submit(int firstPlace, int count) {
    return AioCalls.submit(
        errno, context, count, pointers.address() + (long) firstPlace * Long.BYTES);
  }

  /**
   * Waits for completions and takes them.
   *
   * @param atLeast completions to wait for
   * @param most completions to take, at most the slots
   * @param timeoutNs 0 never waits; a day at most is waited
   * @return 0 or more, or a negated errno
   */
  int take(int atLeast, int most, long timeoutNs) {
    long waitNs = Math.min(timeoutNs, LONGEST_WAIT_NS);
    long seconds = waitNs / SECOND_NS;
    timespec.set(JAVA_LONG, 0, seconds);
    timespec.set(JAVA_LONG, Long.BYTES, waitNs - seconds * SECOND_NS);
    int rc = AioCalls.getEvents(errno, context, atLeast, most, taken.address(), timespec.address());
    takenHead = 0;
    takenTail = Math.max(0, rc);
    return rc;
  }

  /** Moves to the next completion; {@code false} if there is none without a system call. */
  boolean next(Completion completion) {
    if (takenHead < takenTail) {
      completion.read(taken, takenHead * EVENT_BYTES);
      takenHead++;
      return true;
    }
    if (ringCount == 0) {
      return false;
    }
    int head = ring.get(JAVA_INT, RING_HEAD);
    // Acquire: a completion must be read after the tail that says that it is there.
    if (head == (int) INDEX.getAcquire(ring, RING_TAIL)) {
      return false;
    }
    completion.read(ring, RING_HEADER_BYTES + head * EVENT_BYTES);
    // Release: the kernel may write over a completion only after it has been read.
    INDEX.setRelease(ring, RING_HEAD, head + 1 == ringCount ? 0 : head + 1);
    return true;
  }

  /** Cancels what can be cancelled and waits for the rest; nobody writes into a buffer then. */
  @Override
  public void close() {
    AioCalls.destroy(context);
  }

  /** One completion, used again for each. */
  static final class Completion {
    int slot;
    int result;

    private void read(MemorySegment events, long at) {
      slot = (int) events.get(JAVA_LONG, at);
      result = (int) events.get(JAVA_LONG, at + EVENT_RESULT);
    }
  }
}
