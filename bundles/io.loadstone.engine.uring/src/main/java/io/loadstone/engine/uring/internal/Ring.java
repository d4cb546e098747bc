package io.loadstone.engine.uring.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.linux.FileCalls;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.RingCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * One io_uring: the memory that it shares with the kernel, and its system calls. Its layout is that
 * of linux/io_uring.h, Linux 6.18.
 *
 * <p>Submission entries stay where they are: entry {@code i} belongs to slot {@code i}, and the
 * index array says in which order the kernel is to look at them. So an entry can be handed over
 * again without being written again.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none but in opening, registering
 * and closing.
 */
final class Ring implements AutoCloseable {
  // struct io_uring_params, then struct io_sqring_offsets and struct io_cqring_offsets in it
  private static final long PARAMS_BYTES = 120;
  private static final long PARAMS_SQ_ENTRIES = 0;
  private static final long PARAMS_CQ_ENTRIES = 4;
  private static final long PARAMS_FLAGS = 8;
  private static final long PARAMS_SQ_THREAD_IDLE_MS = 16;
  private static final long PARAMS_FEATURES = 20;
  private static final long SQ_OFF_HEAD = 40;
  private static final long SQ_OFF_TAIL = 44;
  private static final long SQ_OFF_RING_MASK = 48;
  private static final long SQ_OFF_FLAGS = 56;
  private static final long SQ_OFF_ARRAY = 64;
  private static final long CQ_OFF_HEAD = 80;
  private static final long CQ_OFF_TAIL = 84;
  private static final long CQ_OFF_RING_MASK = 88;
  private static final long CQ_OFF_CQES = 100;

  // what mmap wants as the offset
  private static final long OFF_SQ_RING = 0;
  private static final long OFF_SQES = 0x10000000;

  // struct io_uring_sqe; the last 16 of its bytes stay zero
  private static final long SQE_BYTES = 64;
  private static final long SQE_OFFSET = 8;
  private static final long SQE_ADDRESS = 16;
  private static final long SQE_LENGTH_AND_OP_FLAGS = 24;
  private static final long SQE_USER_DATA = 32;
  private static final long SQE_BUFFER_INDEX = 40;

  // struct io_uring_cqe
  private static final long CQE_BYTES = 16;
  private static final long CQE_RESULT = 8;

  // sq_ring->flags
  private static final int SQ_NEED_WAKEUP = 1;
  private static final int SQ_CQ_OVERFLOW = 1 << 1; // 5.8
  private static final int SQ_TASKRUN = 1 << 2; // 5.19

  // io_uring_enter flags
  private static final int ENTER_GETEVENTS = 1;
  private static final int ENTER_SQ_WAKEUP = 1 << 1;
  private static final int ENTER_EXT_ARG = 1 << 3; // 5.11
  private static final int ENTER_REGISTERED_RING = 1 << 4; // 5.18

  // struct io_uring_getevents_arg, and behind it the struct __kernel_timespec that it points to
  private static final long ARGUMENT_BYTES = 24;
  private static final long ARGUMENT_TIMESPEC = 16;
  private static final long TIMESPEC_SECONDS = 24;
  private static final long TIMESPEC_NANOSECONDS = 32;
  private static final long ARGUMENT_AND_TIMESPEC_BYTES = 40;
  private static final long SECOND_NS = 1_000_000_000;
  // The kernel adds its clock to a timeout without a check for overflow; callers come back.
  private static final long LONGEST_WAIT_NS = 86_400 * SECOND_NS;

  // Longer than the pauses of a queue that is driven, shorter than those between two steps.
  private static final int SQ_THREAD_IDLE_MS = 20;

  private static final VarHandle INDEX = JAVA_INT.varHandle();

  private final int fd;
  private final int features;
  private final MemorySegment errno;
  private final MemorySegment argument;
  private final long argumentAddress;
  private final MemorySegment shared;
  private final MemorySegment entries;

  private final long sqHeadAt;
  private final long sqTailAt;
  private final long sqFlagsAt;
  private final long sqArrayAt;
  private final int sqMask;
  private final long cqHeadAt;
  private final long cqTailAt;
  private final long cqesAt;
  private final int cqMask;

  // Whether a thread of the kernel takes entries by itself; whether completions are found only by
  // entering, since no interrupt tells of them.
  private final boolean kernelTakes;
  private final boolean enteringPolls;

  private int enterFd;
  private int enterFlags = ENTER_GETEVENTS;
  private int sqTail;
  private int published;
  private int cqHead;

  /**
   * Makes a ring.
   *
   * @param arena holds the shared memory; close it after the ring
   * @param slots the most operations in flight at once
   * @param setupFlags of the {@code SETUP_} constants
   * @throws NativeIoException if the kernel refuses
   */
  Ring(Arena arena, int slots, int setupFlags) throws NativeIoException {
    MemorySegment params = arena.allocate(PARAMS_BYTES, Long.BYTES);
    params.set(JAVA_INT, PARAMS_FLAGS, setupFlags);
    params.set(JAVA_INT, PARAMS_SQ_THREAD_IDLE_MS, SQ_THREAD_IDLE_MS);
    kernelTakes = (setupFlags & RingConstants.SETUP_SQPOLL) != 0;
    enteringPolls = (setupFlags & RingConstants.SETUP_IOPOLL) != 0 && !kernelTakes;
    fd = RingCalls.setup(slots, params);
    if (fd < 0) {
      throw new NativeIoException("io_uring_setup", fd, "a ring of " + slots + " entries");
    }
    features = params.get(JAVA_INT, PARAMS_FEATURES);
    enterFd = fd;
    try {
      int sqEntries = params.get(JAVA_INT, PARAMS_SQ_ENTRIES);
      int cqEntries = params.get(JAVA_INT, PARAMS_CQ_ENTRIES);
      sqArrayAt = params.get(JAVA_INT, SQ_OFF_ARRAY);
      cqesAt = params.get(JAVA_INT, CQ_OFF_CQES);
      long bytes =
          Math.max(sqArrayAt + (long) sqEntries * Integer.BYTES, cqesAt + cqEntries * CQE_BYTES);
      shared = MemoryCalls.shared(arena, fd, bytes, OFF_SQ_RING, "io_uring");
      entries = MemoryCalls.shared(arena, fd, sqEntries * SQE_BYTES, OFF_SQES, "io_uring entries");
    } catch (NativeIoException e) {
      FileCalls.close(fd);
      throw e;
    }
    sqHeadAt = params.get(JAVA_INT, SQ_OFF_HEAD);
    sqTailAt = params.get(JAVA_INT, SQ_OFF_TAIL);
    sqFlagsAt = params.get(JAVA_INT, SQ_OFF_FLAGS);
    sqMask = shared.get(JAVA_INT, params.get(JAVA_INT, SQ_OFF_RING_MASK));
    cqHeadAt = params.get(JAVA_INT, CQ_OFF_HEAD);
    cqTailAt = params.get(JAVA_INT, CQ_OFF_TAIL);
    cqMask = shared.get(JAVA_INT, params.get(JAVA_INT, CQ_OFF_RING_MASK));
    errno = FileCalls.errnoSegment(arena);
    argument = arena.allocate(ARGUMENT_AND_TIMESPEC_BYTES, Long.BYTES);
    argumentAddress = argument.address();
    argument.set(JAVA_LONG, ARGUMENT_TIMESPEC, argumentAddress + TIMESPEC_SECONDS);
  }

  /** Of the {@code FEAT_} constants. */
  int features() {
    return features;
  }

  /**
   * Registers something.
   *
   * @return 0 or more, or a negated errno
   */
  int register(int opcode, MemorySegment what, int count) {
    return RingCalls.register(fd, opcode, what, count);
  }

  /** Spares the kernel to look up the ring's file at each call; nothing is lost if it can't. */
  void registerItself(Arena arena) {
    // struct io_uring_rsrc_update: a free place is to be found, and is written back
    MemorySegment update = arena.allocate(16, Long.BYTES);
    update.set(JAVA_INT, 0, -1);
    update.set(JAVA_LONG, 8, fd);
    if (register(RingConstants.REGISTER_RING_FDS, update, 1) == 1) {
      enterFd = update.get(JAVA_INT, 0);
      enterFlags |= ENTER_REGISTERED_RING;
    }
  }

  /**
   * Writes a submission entry. The kernel reads it when it is {@linkplain #push pushed} and {@link
   * #enter} is called, and not after that (FEAT_SUBMIT_STABLE).
   *
   * @param entry number of the entry
   * @param opFlags what the operation takes as its flags
   * @param userData comes back with the completion
   */
  void write(
      int entry,
      int opcode,
      int flags,
      int fileDescriptor,
      long offset,
      long address,
      int length,
      int opFlags,
      int bufferIndex,
      long userData) {
    MemorySegment sqes = entries;
    long at = entry * SQE_BYTES;
    // Eight bytes at a time; both machine types are little-endian.
    sqes.set(JAVA_LONG, at, opcode | (long) flags << 8 | (long) fileDescriptor << 32);
    sqes.set(JAVA_LONG, at + SQE_OFFSET, offset);
    sqes.set(JAVA_LONG, at + SQE_ADDRESS, address);
    sqes.set(JAVA_LONG, at + SQE_LENGTH_AND_OP_FLAGS, length | (long) opFlags << 32);
    sqes.set(JAVA_LONG, at + SQE_USER_DATA, userData);
    sqes.set(JAVA_LONG, at + SQE_BUFFER_INDEX, bufferIndex);
  }

  /** Makes the kernel give the operation of an entry to a thread of its own, which may block. */
  void forceAsynchronous(int entry) {
    long at = entry * SQE_BYTES;
    entries.set(JAVA_LONG, at, entries.get(JAVA_LONG, at) | RingConstants.SQE_ASYNC << 8);
  }

  /** Puts an entry into the queue. There is always room if no entry is in it twice. */
  void push(int entry) {
    shared.set(JAVA_INT, sqArrayAt + (long) (sqTail & sqMask) * Integer.BYTES, entry);
    sqTail++;
  }

  /** Whether a thread of the kernel takes entries by itself. */
  boolean kernelTakes() {
    return kernelTakes;
  }

  /**
   * Entries that were pushed and that the kernel has not taken, or, if a thread of it takes them,
   * was not shown.
   */
  int unsubmitted() {
    return kernelTakes ? sqTail - published : untaken();
  }

  private int untaken() {
    // Acquire: an entry may be written again only after the kernel has read it.
    return sqTail - (int) INDEX.getAcquire(shared, sqHeadAt);
  }

  /** Takes back what was pushed and what the kernel has not taken. */
  void withdraw() {
    sqTail -= unsubmitted();
    // What a thread of the kernel takes was published; nobody else reads the tail before an enter.
    INDEX.setRelease(shared, sqTailAt, sqTail);
  }

  /** Waits until all that was shown to a thread of the kernel is taken; entries are free then. */
  int awaitTaken() {
    while (untaken() > 0) {
      int rc = enter(0, 0);
      if (rc < 0) {
        return rc;
      }
      Thread.onSpinWait();
    }
    return 0;
  }

  /** Whether completions wait for a call of {@link #enter} to be seen. */
  boolean kernelHasWork() {
    return enteringPolls || (sqFlags() & (SQ_CQ_OVERFLOW | SQ_TASKRUN)) != 0;
  }

  private int sqFlags() {
    return (int) INDEX.getOpaque(shared, sqFlagsAt);
  }

  /**
   * Hands over what was pushed, and waits.
   *
   * @param atLeast completions that must be there and not {@linkplain #seen seen}; 0 never waits,
   *     and neither does a ring that polls the device, which the kernel would do without end
   * @param timeoutNs above 0; a day at most is waited
   * @return entries taken, perhaps not all, or a negated errno; ETIME if the time is over
   */
  int enter(int atLeast, long timeoutNs) {
    // Release: the kernel must see the entries and the index array before it sees the new tail.
    INDEX.setRelease(shared, sqTailAt, sqTail);
    int toSubmit = untaken();
    int flags = enterFlags;
    if (kernelTakes) {
      published = sqTail;
      // Full fence: the kernel's thread looks at the tail after it said that it goes to sleep.
      VarHandle.fullFence();
      boolean asleep = (sqFlags() & SQ_NEED_WAKEUP) != 0;
      if (atLeast == 0 && !asleep && !kernelHasWork()) {
        return toSubmit;
      }
      flags |= asleep ? ENTER_SQ_WAKEUP : 0;
    }
    if (atLeast == 0 || enteringPolls) {
      return RingCalls.enter(errno, enterFd, toSubmit, 0, flags, 0, 0);
    }
    long waitNs = Math.min(timeoutNs, LONGEST_WAIT_NS);
    long seconds = waitNs / SECOND_NS;
    argument.set(JAVA_LONG, TIMESPEC_SECONDS, seconds);
    argument.set(JAVA_LONG, TIMESPEC_NANOSECONDS, waitNs - seconds * SECOND_NS);
    return RingCalls.enter(
        errno, enterFd, toSubmit, atLeast, flags | ENTER_EXT_ARG, argumentAddress, ARGUMENT_BYTES);
  }

  /** Position of the oldest completion that was not seen. */
  int completionHead() {
    return cqHead;
  }

  /** Position behind the newest completion. */
  int completionTail() {
    // Acquire: the completions before the tail must be read after the tail.
    return (int) INDEX.getAcquire(shared, cqTailAt);
  }

  /** What the entry had as its user data. */
  long userData(int position) {
    return shared.get(JAVA_LONG, cqesAt + (position & cqMask) * CQE_BYTES);
  }

  /** Bytes moved, or a negated errno. */
  int result(int position) {
    return shared.get(JAVA_INT, cqesAt + (position & cqMask) * CQE_BYTES + CQE_RESULT);
  }

  /** Gives the places of completions before a position back to the kernel. */
  void seen(int position) {
    cqHead = position;
    // Release: the kernel may write over a completion only after it has been read.
    INDEX.setRelease(shared, cqHeadAt, position);
  }

  /** Nothing may be in flight. The shared memory goes with its arena. */
  @Override
  public void close() {
    if ((enterFlags & ENTER_REGISTERED_RING) != 0) {
      // A thread has few places for registered rings, and they outlive the ring's descriptor.
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment update = arena.allocate(16, Long.BYTES);
        update.set(JAVA_INT, 0, enterFd);
        register(RingConstants.UNREGISTER_RING_FDS, update, 1);
      }
    }
    FileCalls.close(fd);
  }
}
