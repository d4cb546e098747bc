package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.WriterReaderPhaser;
import org.jspecify.annotations.Nullable;

/**
 * Where a loop records what completed; a reader takes it away at each interval's end and gets whole
 * batches, even while the loop is stuck in a system call.
 *
 * <p>The writer brackets each batch with {@link #enter} and {@link #exit}. The reader swaps the
 * active buffer and flips the phase; what it holds then is quiet as soon as the writers that had
 * entered before are out.
 *
 * <p><b>Threads:</b> one writer, or several if made shared; one reader.
 */
public final class Recorder {
  private final WriterReaderPhaser phaser = new WriterReaderPhaser();
  private final boolean shared;
  private volatile boolean reads;
  private volatile boolean writes;
  private volatile Buffer active;
  private Buffer idle;

  /**
   * Only the directions that occur get memory.
   *
   * @param shared whether several threads record into it
   */
  public Recorder(boolean reads, boolean writes, boolean shared) {
    this.reads = reads;
    this.writes = writes;
    this.shared = shared;
    active = new Buffer(reads, writes, shared);
    idle = new Buffer(reads, writes, shared);
  }

  /** Gives memory to directions that may occur from now on; before any writer uses them. */
  public void admit(boolean alsoReads, boolean alsoWrites) {
    phaser.readerLock();
    try {
      reads |= alsoReads;
      writes |= alsoWrites;
      active.admit(reads, writes, shared);
      idle.admit(reads, writes, shared);
    } finally {
      phaser.readerUnlock();
    }
  }

  /** Begins a batch; the result goes to {@link #exit}. */
  public long enter() {
    return phaser.writerCriticalSectionEnter();
  }

  /** The buffer for the batch that was entered. */
  public Buffer buffer() {
    return active;
  }

  /** Ends a batch. */
  public void exit(long entered) {
    phaser.writerCriticalSectionExit(entered);
  }

  /** Lets writers record into the other buffer from here on; {@link #takeInto} takes the first. */
  void swap() {
    phaser.readerLock();
    try {
      Buffer full = active;
      active = idle;
      idle = full;
    } finally {
      phaser.readerUnlock();
    }
  }

  /** Adds to {@code sum} what was recorded between the last two swaps. */
  void takeInto(Buffer sum) {
    phaser.readerLock();
    try {
      // A writer holds a buffer for the microseconds of a batch, never across a system call.
      phaser.flipPhase(10_000L);
      sum.admit(reads, writes, false);
      sum.add(idle);
      idle.clear();
    } finally {
      phaser.readerUnlock();
    }
  }

  /**
   * When the first batch came since the last swap; for the reader, before it asks for quiet times.
   *
   * @param nowNs what is returned if none came
   */
  long firstSinceSwapNs(long nowNs) {
    return active.expecting ? active.firstNs : nowNs;
  }

  /**
   * The longest time without a batch between the last two swaps; for the reader, after a swap.
   *
   * @param nowNs when the last of them was
   */
  long longestQuietNs(long nowNs) {
    active.expectSince(nowNs);
    return idle.longestQuietNs(nowNs);
  }

  /** An empty buffer of the same directions, for a reader to add to. */
  Buffer spare() {
    return new Buffer(reads, writes, false);
  }

  /** What one interval of one recorder holds. */
  public static final class Buffer {
    /** Of no direction, for intervals in which nothing was recorded. */
    static final Buffer NONE = new Buffer(false, false, false);

    @Nullable Counts read;
    @Nullable Counts write;

    private static final VarHandle LAST_NS = lastNsHandle();

    // Finer than the seconds that are looked for, coarse enough that writers who share a buffer
    // hardly ever write here.
    private static final long GRAIN_NS = 1_000_000L;

    // When batches came.
    private volatile boolean expecting;
    private long firstNs;
    private volatile long lastNs;
    private long longestGapNs;

    Buffer(boolean reads, boolean writes, boolean shared) {
      admit(reads, writes, shared);
    }

    private void admit(boolean reads, boolean writes, boolean shared) {
      if (reads && read == null) {
        read = new Counts(shared);
      }
      if (writes && write == null) {
        write = new Counts(shared);
      }
    }

    private static VarHandle lastNsHandle() {
      try {
        return MethodHandles.lookup().findVarHandle(Buffer.class, "lastNs", long.class);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }

    /**
     * A batch was reaped at this time, which may be long ago: a writer that shares the buffer may
     * have lost its processor since, while others went on.
     */
    public void batchAt(long nowNs) {
      if (!expecting) {
        expectSince(nowNs);
        return;
      }
      long last = lastNs;
      long gapNs = nowNs - last;
      if (gapNs >= GRAIN_NS && LAST_NS.compareAndSet(this, last, nowNs)) {
        longestGapNs = Math.max(longestGapNs, gapNs);
      }
    }

    private void expectSince(long nowNs) {
      if (!expecting) {
        firstNs = nowNs;
      }
      if (!expecting || nowNs - lastNs > 0) {
        lastNs = nowNs;
        expecting = true;
      }
    }

    private long longestQuietNs(long nowNs) {
      return expecting ? Math.max(longestGapNs, nowNs - lastNs) : Long.MAX_VALUE;
    }

    /** One operation completed. */
    public void completed(boolean isRead, long serviceNs, long responseNs, long bytes) {
      Counts counts = isRead ? read : write;
      if (counts != null) {
        counts.record(serviceNs, responseNs, bytes);
      }
    }

    /** One operation failed. */
    public void failed(boolean isRead) {
      Counts counts = isRead ? read : write;
      if (counts != null) {
        counts.recordError();
      }
    }

    /**
     * One operation started late.
     *
     * @param ownNs how long there was a slot for it and it was due
     */
    public void late(boolean isRead, long ownNs) {
      Counts counts = isRead ? read : write;
      if (counts != null) {
        counts.recordLate(ownNs > ArrivalFigures.LATE_NS);
      }
    }

    /** Adds what a buffer that nobody writes to any more holds. */
    void add(Buffer other) {
      if (read != null && other.read != null) {
        read.add(other.read);
      }
      if (write != null && other.write != null) {
        write.add(other.write);
      }
    }

    /** Completed without error, both directions. */
    long operations() {
      return (read == null ? 0 : read.operations()) + (write == null ? 0 : write.operations());
    }

    void clear() {
      expecting = false;
      longestGapNs = 0;
      if (read != null) {
        read.clear();
      }
      if (write != null) {
        write.clear();
      }
    }
  }
}
