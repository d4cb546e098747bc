package io.loadstone.core.internal.load;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoErrors;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Goes through whole targets, in blocks of 1 MiB, several at once: writes every byte, checks every
 * stamp, or makes what was written durable.
 *
 * <p><b>Threads:</b> the run's coordinating thread starts and watches it; progress from any.
 */
public final class BulkJob {
  /** What is done. */
  public enum Work {
    FILL,
    VERIFY,
    FLUSH
  }

  private static final int BLOCK_BYTES = 1 << 20;
  private static final int AT_ONCE = 8;
  private static final long WAIT_NS = 50_000_000L;

  private final Work work;
  private final IoEngine engine;
  private final List<Target> targets;
  private final LoadControl control;
  private final DataContent data;
  private final long[] firstBlock;
  private final AtomicLong nextBlock = new AtomicLong();
  private final AtomicLong doneBytes = new AtomicLong();
  private final Crew crew;
  private long failedAt = Long.MAX_VALUE;
  private @Nullable String failure;

  /**
   * @param targets those to go through
   * @param data what is written, or was
   * @param name of its threads
   */
  public BulkJob(
      Work work,
      IoEngine engine,
      List<Target> targets,
      LoadControl control,
      DataContent data,
      String name) {
    this.work = work;
    this.engine = engine;
    this.targets = List.copyOf(targets);
    this.control = control;
    this.data = data;
    this.firstBlock = new long[targets.size() + 1];
    for (int t = 0; t < targets.size(); t++) {
      firstBlock[t + 1] =
          firstBlock[t]
              + (work == Work.FLUSH
                  ? 1
                  : Math.ceilDiv(coveredBytes(targets.get(t)), (long) BLOCK_BYTES));
    }
    int lanes = engine.traits().asynchronous() || work == Work.FLUSH ? 1 : AT_ONCE;
    crew = new Crew(name, Stream.generate(Lane::new).limit(lanes).toList());
  }

  /** What a person knows a target by. */
  public static String nameOf(Target target) {
    return target
        .traits()
        .path()
        .map(place -> place.path().toString())
        .orElseGet(() -> target.uri().text());
  }

  /** Bytes of a target that aligned I/O reaches; the rest is a tail shorter than the alignment. */
  public static long coveredBytes(Target target) {
    return target.sizeBytes() - target.sizeBytes() % target.alignmentBytes();
  }

  /** Starts it. */
  public void start() {
    crew.start(control);
  }

  /** Waits for its end; {@code false} if it goes on after the time. */
  public boolean awaitEnd(long timeoutNs) {
    return crew.awaitEnd(timeoutNs);
  }

  /** Moved so far. */
  public long doneBytes() {
    return doneBytes.get();
  }

  /** To be moved in all. */
  public long totalBytes() {
    return targets.stream().mapToLong(BulkJob::coveredBytes).sum();
  }

  /** The failure at the lowest place, if anything failed, and why if that is known. */
  public synchronized @Nullable String failure() {
    String cause = control.failure();
    if (failure == null) {
      return cause;
    }
    return cause == null ? failure : failure + ": " + cause;
  }

  private synchronized void fail(long place, String reason) {
    if (place < failedAt) {
      failedAt = place;
      failure = reason;
    }
    control.drain();
  }

  private final class Lane implements Runnable, CompletionSink {
    private final WriteData content;
    private final long[] block = new long[AT_ONCE];
    private final boolean[] busy = new boolean[AT_ONCE];
    private final MemorySegment[] buffers = new MemorySegment[AT_ONCE];
    private int inFlight;

    Lane() {
      content =
          new WriteData(
              data, targets.stream().mapToLong(Target::sizeBytes).toArray(), DataSample.none());
    }

    @Override
    public void run() {
      int depth = engine.traits().asynchronous() && work != Work.FLUSH ? AT_ONCE : 1;
      QueueOptions options = new QueueOptions(depth, BLOCK_BYTES, Load.bufferAlignment(targets));
      try (IoQueue opened = engine.open(targets, options)) {
        use(opened, depth);
      } catch (IOException | RuntimeException | Error e) {
        control.broke(engine, e);
      }
    }

    // Told before the queue is closed, which takes as long as the device keeps what is in flight.
    private void use(IoQueue open, int depth) {
      try {
        for (int slot = 0; slot < depth; slot++) {
          buffers[slot] = open.buffer(slot);
        }
        go(open, depth);
      } catch (IOException | RuntimeException | Error e) {
        control.broke(engine, e);
      }
    }

    private void go(IoQueue open, int depth) throws IOException {
      while (control.mode() != LoadControl.Mode.CANCEL) {
        boolean more = control.mode() == LoadControl.Mode.RUN;
        for (int slot = 0; more && slot < depth; slot++) {
          if (!busy[slot]) {
            long next = nextBlock.getAndIncrement();
            more = next < firstBlock[targets.size()];
            if (more) {
              offer(open, slot, next);
            }
          }
        }
        if (inFlight == 0) {
          return;
        }
        int delivered = open.submitAndWait(1, WAIT_NS, this);
        inFlight -= delivered;
      }
    }

    private void offer(IoQueue open, int slot, long number) throws IOException {
      block[slot] = number;
      busy[slot] = true;
      int target = targetOf(number);
      long offset = offsetOf(number);
      int length = lengthOf(number);
      if (work == Work.FILL) {
        content.fill(buffers[slot], target, offset, length);
      }
      while (!open.offer(slot, target, kind(), offset, length)) {
        inFlight -= open.submitAndWait(0, 0, this);
      }
      inFlight++;
    }

    @Override
    public void completed(int slot, int result) {
      busy[slot] = false;
      long number = block[slot];
      int target = targetOf(number);
      String name = nameOf(targets.get(target));
      int length = lengthOf(number);
      if (result != length) {
        fail(number, IoErrors.describe(kind(), offsetOf(number), name, result, length));
        return;
      }
      doneBytes.addAndGet(length);
      if (work == Work.VERIFY) {
        long wrong =
            SectorStamps.firstWrong(buffers[slot], offsetOf(number), length, data.duplicates());
        if (wrong >= 0) {
          fail(
              number,
              "verify: the sector at "
                  + wrong
                  + " on "
                  + name
                  + " does not hold what Loadstone wrote there");
        }
      }
    }

    private IoKind kind() {
      return switch (work) {
        case FILL -> IoKind.WRITE;
        case VERIFY -> IoKind.READ;
        case FLUSH -> IoKind.FLUSH;
      };
    }

    private int targetOf(long number) {
      int target = 0;
      while (number >= firstBlock[target + 1]) {
        target++;
      }
      return target;
    }

    private long offsetOf(long number) {
      return work == Work.FLUSH ? 0 : (number - firstBlock[targetOf(number)]) * BLOCK_BYTES;
    }

    private int lengthOf(long number) {
      return work == Work.FLUSH
          ? 0
          : (int)
              Math.min(BLOCK_BYTES, coveredBytes(targets.get(targetOf(number))) - offsetOf(number));
    }
  }
}
