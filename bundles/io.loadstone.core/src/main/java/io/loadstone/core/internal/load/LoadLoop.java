package io.loadstone.core.internal.load;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.core.internal.account.Recorder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives one queue for its workers: keeps each worker's outstanding I/Os outstanding and records
 * what completes.
 *
 * <p>One reading of the clock for each submitted batch and one for each reaped batch. Service time
 * is from the one to the other; response time is from the intended start, which is when the slot
 * became free, or when the delay of a burst was over.
 *
 * <p><b>Threads:</b> its own. <b>Allocation:</b> none once begun, failed operations excepted.
 */
final class LoadLoop implements Runnable, CompletionSink {
  private static final long LONGEST_WAIT_NS = 50_000_000L;

  private final Load load;
  private final OperationStream[] streams;
  private final Recorder recorder;
  private final LoadControl control;
  private final ErrorLog errors;
  private final LoadCrew crew;
  private final WriteData data;
  private final int depth;
  private final boolean delays;

  // Length of every operation of a full coverage; 0 without one.
  private final int coverageBytes;

  // By slot.
  private final int[] owner;
  private final IoKind[] kind;
  private final int[] target;
  private final long[] offsetBytes;
  private final int[] lengthBytes;
  private final long[] freeNs;
  private final long[] intendedNs;
  private final long[] submittedNs;
  private final boolean[] prepared;
  private final MemorySegment[] buffers;

  // By worker: an operation that was drawn and is not due yet, and when its burst is due.
  private final boolean[] held;
  private final long[] dueNs;

  // Free slots, first in, first out.
  private final int[] ready;
  private int readyHead;
  private int readyCount;

  private final int[] offered;
  private int offeredCount;
  private final int[] done;
  private final int[] results;
  private int doneCount;
  private int inFlight;
  private long earliestDueNs;

  /**
   * @param streams of the workers on this loop
   * @param slotsPerStream I/Os that each keeps outstanding
   */
  LoadLoop(
      Load load,
      OperationStream[] streams,
      int slotsPerStream,
      Recorder recorder,
      LoadControl control,
      ErrorLog errors,
      LoadCrew crew) {
    this.load = load;
    this.streams = streams;
    this.recorder = recorder;
    this.control = control;
    this.errors = errors;
    this.crew = crew;
    this.data =
        new WriteData(
            load.pattern().specification.data(), load.pattern().targetSizesBytes, crew.sample());
    this.delays = load.pattern().delays();
    this.coverageBytes = load.pattern().fullCoverage ? load.pattern().sizeBytes[0] : 0;
    this.depth = Math.multiplyExact(streams.length, slotsPerStream);
    owner = new int[depth];
    kind = new IoKind[depth];
    target = new int[depth];
    offsetBytes = new long[depth];
    lengthBytes = new int[depth];
    freeNs = new long[depth];
    intendedNs = new long[depth];
    submittedNs = new long[depth];
    prepared = new boolean[depth];
    buffers = new MemorySegment[depth];
    ready = new int[depth];
    offered = new int[depth];
    done = new int[depth];
    results = new int[depth];
    held = new boolean[streams.length];
    dueNs = new long[streams.length];
    for (int slot = 0; slot < depth; slot++) {
      // Workers take turns, so that a batch holds something of each.
      owner[slot] = slot % streams.length;
    }
  }

  @Override
  public void run() {
    try (IoQueue queue = load.engine().open(load.targets(), options())) {
      use(queue);
    } catch (IOException | RuntimeException | Error e) {
      control.broke(load.engine(), e);
    } finally {
      crew.loopIsReady();
    }
  }

  // Told before the queue is closed, which takes as long as the device keeps what is in flight.
  private void use(IoQueue queue) {
    try {
      takeBuffers(queue);
      crew.loopIsReady();
      if (crew.awaitBegin()) {
        begin(System.nanoTime());
        drive(queue);
      }
    } catch (IOException | RuntimeException | Error e) {
      control.broke(load.engine(), e);
    }
  }

  private QueueOptions options() {
    return new QueueOptions(
        depth,
        load.pattern().specification.largestBytes(),
        Load.bufferAlignment(load.targets()),
        load.engineOptions());
  }

  void takeBuffers(IoQueue queue) {
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = queue.buffer(slot);
    }
  }

  void begin(long now) {
    for (int slot = 0; slot < depth; slot++) {
      freeNs[slot] = now;
      ready[slot] = slot;
    }
    readyCount = depth;
    Arrays.fill(dueNs, now);
  }

  private void drive(IoQueue queue) throws IOException {
    long now = System.nanoTime();
    while (true) {
      LoadControl.Mode mode = control.mode();
      if (mode == LoadControl.Mode.CANCEL || (mode == LoadControl.Mode.DRAIN && inFlight == 0)) {
        return;
      }
      now = turn(queue, now, mode == LoadControl.Mode.RUN);
    }
  }

  /** One turn: issue, submit, reap, record; returns the time of reaping. */
  long turn(IoQueue queue, long turnNs, boolean issues) throws IOException {
    offeredCount = 0;
    earliestDueNs = turnNs + LONGEST_WAIT_NS;
    if (issues) {
      issue(queue, turnNs);
    }
    long submitted = System.nanoTime();
    for (int i = 0; i < offeredCount; i++) {
      submittedNs[offered[i]] = submitted;
    }
    inFlight += offeredCount;
    doneCount = 0;
    long wait = Math.max(0, earliestDueNs - submitted);
    if (inFlight > 0) {
      inFlight -= queue.submitAndWait(1, wait, this);
    } else if (wait > 0) {
      LockSupport.parkNanos(this, wait);
    }
    long now = System.nanoTime();
    if (doneCount > 0) {
      record(now);
    }
    return now;
  }

  private void issue(IoQueue queue, long now) {
    for (int left = readyCount; left > 0; left--) {
      int slot = ready[readyHead];
      readyHead = readyHead + 1 == depth ? 0 : readyHead + 1;
      readyCount--;
      if (!prepared[slot] && !prepare(slot, now)) {
        push(slot);
        continue;
      }
      if (!queue.offer(slot, target[slot], kind[slot], offsetBytes[slot], lengthBytes[slot])) {
        prepared[slot] = true;
        push(slot);
        // No room before the next submission: come back at once.
        earliestDueNs = now;
        return;
      }
      prepared[slot] = false;
      offered[offeredCount++] = slot;
    }
  }

  /**
   * Draws the operation of a slot; {@code false} if it is not due or nothing more is to be done.
   */
  private boolean prepare(int slot, long now) {
    int worker = owner[slot];
    OperationStream stream = streams[worker];
    if (!held[worker]) {
      // A place of a full coverage is drawn only by who may go there, or a limit would leave gaps.
      if (coverageBytes > 0 && !mayMove(coverageBytes, now)) {
        return false;
      }
      stream.next();
      held[worker] = true;
      if (stream.delayNs > 0) {
        dueNs[worker] = freeNs[slot] + stream.delayNs;
      }
    }
    if (delays && dueNs[worker] - now > 0) {
      if (dueNs[worker] - earliestDueNs < 0) {
        earliestDueNs = dueNs[worker];
      }
      return false;
    }
    if (coverageBytes == 0 && !mayMove(stream.lengthBytes, now)) {
      return false;
    }
    held[worker] = false;
    long free = freeNs[slot];
    intendedNs[slot] = delays && dueNs[worker] - free > 0 ? dueNs[worker] : free;
    kind[slot] = stream.kind;
    target[slot] = stream.target;
    offsetBytes[slot] = stream.offsetBytes;
    lengthBytes[slot] = stream.lengthBytes;
    if (stream.kind == IoKind.WRITE) {
      data.fill(buffers[slot], stream.target, stream.offsetBytes, stream.lengthBytes);
    }
    return true;
  }

  private boolean mayMove(int bytes, long now) {
    if (control.mayMove(bytes)) {
      return true;
    }
    earliestDueNs = now;
    return false;
  }

  private void push(int slot) {
    int at = readyHead + readyCount;
    ready[at >= depth ? at - depth : at] = slot;
    readyCount++;
  }

  @Override
  public void completed(int slot, int result) {
    done[doneCount] = slot;
    results[doneCount++] = result;
  }

  private void record(long now) {
    boolean failed = false;
    long entered = recorder.enter();
    Recorder.Buffer buffer = recorder.buffer();
    buffer.batchAt(now);
    for (int i = 0; i < doneCount; i++) {
      int slot = done[i];
      boolean read = kind[slot] == IoKind.READ;
      if (results[i] == lengthBytes[slot]) {
        buffer.completed(read, now - submittedNs[slot], now - intendedNs[slot], results[i]);
      } else {
        buffer.failed(read);
        failed = true;
      }
      freeNs[slot] = now;
    }
    recorder.exit(entered);
    for (int i = 0; i < doneCount; i++) {
      int slot = done[i];
      if (failed && results[i] != lengthBytes[slot]) {
        logFailure(slot, results[i]);
      }
      push(slot);
    }
  }

  private void logFailure(int slot, int result) {
    if (errors.failed(kind[slot], target[slot], offsetBytes[slot], result, lengthBytes[slot])) {
      control.fail(errors.reason());
    }
  }
}
