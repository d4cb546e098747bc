package io.loadstone.core.internal.load;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.core.internal.account.Recorder;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Drives one queue for its workers and records what completes. In a closed loop it keeps each
 * worker's outstanding I/Os outstanding; in an open loop it starts what the schedule says, as far
 * as slots are free.
 *
 * <p>One reading of the clock for each submitted batch and one for each reaped batch. Service time
 * is from the one to the other; response time is from the intended start: when the schedule said,
 * or in a closed loop when the slot became free; later by the delay of a burst.
 *
 * <p><b>Threads:</b> its own. <b>Allocation:</b> none once begun, failed operations and changes of
 * the load's shape excepted.
 */
final class LoadLoop implements Runnable, CompletionSink {
  private static final long LONGEST_WAIT_NS = 50_000_000L;

  private final Load load;
  private final OperationStream[] streams;
  private final Recorder recorder;
  private final LoadControl control;
  private final ErrorLog errors;
  private final LoadCrew crew;
  private final @Nullable ArrivalSchedule schedule;
  private final boolean asynchronous;
  private final Slots slots;
  private final WaitingSlots waiting;

  // Of each worker: when its latest operation is due; a worker that waits starts nothing else.
  private final long[] workerDueNs;

  private LoadShape shape;
  private int bufferBytes;
  private boolean delays;
  // Length of every operation of a full coverage; 0 without one.
  private int coverageBytes;
  private long serial;

  // Of an open loop: when the latest arrival that was taken is due; none is taken before.
  private long arrivalNs;
  private boolean arrivalTaken;

  private int[] offered = {};
  private int offeredCount;
  private int[] done = {};
  private int[] results = {};
  private int doneCount;
  private int inFlight;
  private long wakeNs;

  /**
   * @param streams of the workers on this loop
   * @param firstOfWorker which of its worker's outstanding I/Os, from 0, the first slot of each is
   * @param slotsPerStream I/Os that each keeps outstanding here
   * @param lane 0-based number of this loop
   */
  LoadLoop(
      Load load,
      LoadShape shape,
      OperationStream[] streams,
      int firstOfWorker,
      int slotsPerStream,
      int lane,
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
    this.schedule = load.schedule();
    this.asynchronous = load.engine().traits().asynchronous();
    this.slots = new Slots(streams.length, firstOfWorker, load.seed() ^ ((long) lane << 32));
    this.waiting = new WaitingSlots(0);
    this.workerDueNs = new long[streams.length];
    this.shape = shape;
    this.serial = (long) lane << 48;
    grow(Math.multiplyExact(streams.length, slotsPerStream), 0);
    follow(shape.pattern());
  }

  private void grow(int depth, long nowNs) {
    slots.grow(depth, nowNs);
    waiting.grow(depth);
    offered = new int[depth];
    done = new int[depth];
    results = new int[depth];
  }

  private void follow(AccessPattern pattern) {
    delays = pattern.delays();
    coverageBytes = pattern.fullCoverage ? pattern.sizeBytes[0] : 0;
    bufferBytes = Math.max(bufferBytes, pattern.specification.largestBytes());
    for (OperationStream stream : streams) {
      stream.follow(pattern);
    }
  }

  @Override
  public void run() {
    TimerSlack.takeAway();
    try {
      boolean again = true;
      for (boolean first = true; again; first = false) {
        try (IoQueue queue = load.engine().open(load.targets(), options())) {
          again = use(queue, first);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      control.broke(load.engine(), e);
    } finally {
      crew.loopIsReady();
    }
  }

  // What breaks is told before the queue is closed, which takes as long as the device keeps what is
  // in flight.
  private boolean use(IoQueue queue, boolean first) {
    try {
      takeBuffers(queue);
      if (first) {
        crew.loopIsReady();
        if (!crew.awaitBegin()) {
          return false;
        }
        begin(System.nanoTime());
      }
      return drive(queue);
    } catch (IOException | RuntimeException | Error e) {
      control.broke(load.engine(), e);
      return false;
    }
  }

  private QueueOptions options() {
    return new QueueOptions(slots.depth(), bufferBytes, Load.bufferAlignment(load.targets()));
  }

  void takeBuffers(IoQueue queue) {
    slots.takeBuffers(queue);
    if (shape.pattern().specification.writes()) {
      slots.fill();
    }
    for (int i = 0; i < waiting.count(); i++) {
      // Its stamps were in the buffer of the queue before.
      stampIfWrite(waiting.slot(i));
    }
  }

  void begin(long nowNs) {
    for (int slot = 0; slot < slots.depth(); slot++) {
      slots.freeNs[slot] = nowNs;
    }
    Arrays.fill(workerDueNs, nowNs);
  }

  /** Drives until the end; {@code true} if it has to go on with another queue. */
  private boolean drive(IoQueue queue) throws IOException {
    long now = System.nanoTime();
    boolean fits = true;
    while (true) {
      LoadControl.Orders orders = control.orders();
      LoadShape wanted = orders.shape();
      if (wanted != null && wanted.change() != shape.change()) {
        fits &= adopt(wanted, queue, now);
      }
      switch (orders.mode()) {
        case CANCEL -> {
          return false;
        }
        case DRAIN -> {
          if (inFlight == 0) {
            return false;
          }
        }
        case RUN -> {
          if (!fits && inFlight == 0) {
            return true;
          }
        }
      }
      now = turn(queue, now, fits && orders.mode() == LoadControl.Mode.RUN);
    }
  }

  // What the queue has no room for has to wait until it is empty and can be opened again.
  private boolean adopt(LoadShape wanted, IoQueue queue, long nowNs) {
    shape = wanted;
    int least = bufferBytes;
    follow(wanted.pattern());
    boolean fits = bufferBytes == least;
    int depth = asynchronous ? Math.multiplyExact(streams.length, wanted.outstanding()) : 1;
    if (depth > slots.depth()) {
      grow(depth, nowNs);
      fits = false;
    }
    slots.limit(wanted.outstanding(), nowNs);
    dateAgain(wanted.pattern().longestDelayNs, nowNs);
    return fits && queue.depth() >= slots.depth();
  }

  // What is not due yet is due at another time if the rate changed, or the delay became shorter.
  private void dateAgain(long longestDelayNs, long nowNs) {
    int[] all = new int[waiting.count()];
    for (int i = 0; i < all.length; i++) {
      all[i] = waiting.poll();
    }
    for (int slot : all) {
      if (slots.intendedNs[slot] - nowNs > 0) {
        long from = slots.freeNs[slot];
        if (schedule != null) {
          from = schedule.dueNs(slots.arrival[slot]);
          arrivalNs = from;
        }
        slots.delayNs[slot] = Math.min(slots.delayNs[slot], longestDelayNs);
        slots.intendedNs[slot] = from + slots.delayNs[slot];
        workerDueNs[slots.owner[slot]] = slots.intendedNs[slot];
      }
      waiting.add(slot, slots.intendedNs[slot]);
    }
  }

  /** One turn: issue, submit, reap, record; returns the time of reaping. */
  long turn(IoQueue queue, long turnNs, boolean issues) throws IOException {
    offeredCount = 0;
    wakeNs = turnNs + LONGEST_WAIT_NS;
    if (issues) {
      issue(queue, turnNs);
    }
    long submitted = System.nanoTime();
    for (int i = 0; i < offeredCount; i++) {
      slots.submittedNs[offered[i]] = submitted;
    }
    if (schedule != null && offeredCount > 0) {
      schedule.started(offeredCount);
    }
    inFlight += offeredCount;
    doneCount = 0;
    long wait = Math.max(0, wakeNs - submitted);
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

  private void issue(IoQueue queue, long nowNs) {
    while (waiting.count() > 0 && waiting.firstDueNs() - nowNs <= 0) {
      if (!start(queue, waiting.poll(), nowNs)) {
        return;
      }
    }
    while (slots.readyCount() > 0 && mayDraw(nowNs)) {
      int slot = slots.takeReady();
      if (!draw(slot)) {
        slots.putBack(slot);
        wakeNs = nowNs;
        return;
      }
      if (slots.intendedNs[slot] - nowNs > 0) {
        waiting.add(slot, slots.intendedNs[slot]);
      } else if (!start(queue, slot, nowNs)) {
        return;
      }
    }
    if (waiting.count() > 0 && waiting.firstDueNs() - wakeNs < 0) {
      wakeNs = waiting.firstDueNs();
    }
  }

  private boolean start(IoQueue queue, int slot, long nowNs) {
    if (queue.offer(
        slot,
        slots.target[slot],
        slots.kind[slot],
        slots.offsetBytes[slot],
        slots.lengthBytes[slot])) {
      offered[offeredCount++] = slot;
      return true;
    }
    // No room before the next submission: come back at once.
    waiting.add(slot, slots.intendedNs[slot]);
    wakeNs = nowNs;
    return false;
  }

  /** Whether another operation may be drawn: in an open loop not before the last one is due. */
  private boolean mayDraw(long nowNs) {
    if (schedule != null && arrivalTaken && arrivalNs - nowNs > 0) {
      return false;
    }
    // A place of a full coverage is drawn only by who may go there, or a limit would leave gaps.
    if (coverageBytes == 0 || control.mayMove(coverageBytes)) {
      return true;
    }
    wakeNs = nowNs;
    return false;
  }

  /** Gives a free slot its next operation; {@code false} if nothing more is to be done. */
  private boolean draw(int slot) {
    int worker = slots.owner[slot];
    OperationStream stream = streams[worker];
    stream.next();
    if (coverageBytes == 0 && !control.mayMove(stream.lengthBytes)) {
      return false;
    }
    slots.kind[slot] = stream.kind;
    slots.target[slot] = stream.target;
    slots.offsetBytes[slot] = stream.offsetBytes;
    slots.lengthBytes[slot] = stream.lengthBytes;
    slots.delayNs[slot] = stream.delayNs;
    stampIfWrite(slot);
    long due = slots.freeNs[slot];
    if (schedule != null) {
      slots.arrival[slot] = schedule.take(stream.lengthBytes);
      arrivalNs = schedule.dueNs(slots.arrival[slot]);
      arrivalTaken = true;
      due = arrivalNs;
    }
    if (delays) {
      due += stream.delayNs;
      due = workerDueNs[worker] - due > 0 ? workerDueNs[worker] : due;
      workerDueNs[worker] = due;
    }
    slots.intendedNs[slot] = due;
    return true;
  }

  private void stampIfWrite(int slot) {
    if (slots.kind[slot] == IoKind.WRITE) {
      slots.stamp(slot, serial++);
    }
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
      boolean read = slots.kind[slot] == IoKind.READ;
      long submitted = slots.submittedNs[slot];
      long intended = slots.intendedNs[slot];
      if (results[i] == slots.lengthBytes[slot]) {
        buffer.completed(read, now - submitted, now - intended, results[i]);
      } else {
        buffer.failed(read);
        failed = true;
      }
      if (schedule != null && submitted - intended > ArrivalFigures.LATE_NS) {
        buffer.late(read, Math.min(submitted - intended, submitted - slots.freeNs[slot]));
      }
    }
    recorder.exit(entered);
    for (int i = 0; i < doneCount; i++) {
      int slot = done[i];
      if (failed && results[i] != slots.lengthBytes[slot]) {
        logFailure(slot, results[i]);
      }
      slots.release(slot, now);
    }
  }

  private void logFailure(int slot, int result) {
    int length = slots.lengthBytes[slot];
    if (errors.failed(
        slots.kind[slot], slots.target[slot], slots.offsetBytes[slot], result, length)) {
      control.fail(errors.reason());
    }
  }
}
