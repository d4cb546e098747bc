package io.loadstone.core.internal.load;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.core.internal.account.Recorder;
import java.io.IOException;
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
  // A device completes many at once; if as many were prepared before the first is handed over, it
  // would idle meanwhile. docs/performance.md has the figures.
  private static final int MOST_AT_ONCE = 8;

  private final Load load;
  private final int streams;
  private final Recorder recorder;
  private final LoadControl control;
  private final ErrorLog errors;
  private final LoadCrew crew;
  private final @Nullable ArrivalSchedule schedule;
  private final boolean asynchronous;
  private final Slots slots;
  private final Agenda agenda;

  private LoadShape shape;
  private int bufferBytes;

  private int[] offered = {};
  private int offeredCount;
  private int[] done = {};
  private int[] results = {};
  private int doneCount;
  private int inFlight;

  /**
   * @param streams of the workers on this loop
   * @param firstOfWorker which of its worker's outstanding I/Os, from 0, the first slot of each is
   * @param slotsPerStream I/Os that each keeps outstanding here
   */
  LoadLoop(
      Load load,
      LoadShape shape,
      OperationStream[] streams,
      int firstOfWorker,
      int slotsPerStream,
      Recorder recorder,
      LoadControl control,
      ErrorLog errors,
      LoadCrew crew) {
    this.load = load;
    this.streams = streams.length;
    this.recorder = recorder;
    this.control = control;
    this.errors = errors;
    this.crew = crew;
    this.schedule = load.schedule();
    this.asynchronous = load.engine().traits().asynchronous();
    this.shape = shape;
    slots = new Slots(streams.length, firstOfWorker);
    WriteData data =
        new WriteData(
            load.pattern().specification.data(), load.pattern().targetSizesBytes, crew.sample());
    agenda = new Agenda(slots, streams, control, load.schedule(), data);
    bufferBytes = shape.pattern().specification.largestBytes();
    grow(Math.multiplyExact(streams.length, slotsPerStream), 0);
    agenda.follow(shape.pattern());
  }

  private void grow(int depth, long nowNs) {
    slots.grow(depth, nowNs);
    agenda.grow(depth);
    offered = new int[depth];
    done = new int[depth];
    results = new int[depth];
  }

  @Override
  public void run() {
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
        if (!control.awaitBegin()) {
          return false;
        }
        TimerSlack.takeAway();
        begin(System.nanoTime());
      }
      return drive(queue);
    } catch (IOException | RuntimeException | Error e) {
      control.broke(load.engine(), e);
      return false;
    }
  }

  private QueueOptions options() {
    return new QueueOptions(
        slots.depth(), bufferBytes, Load.bufferAlignment(load.targets()), load.engineOptions());
  }

  void takeBuffers(IoQueue queue) {
    slots.takeBuffers(queue);
    agenda.fillAgain();
  }

  void begin(long nowNs) {
    agenda.begin(nowNs);
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
      LoadControl.Mode mode = orders.modeAt(now);
      switch (mode) {
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
      now = turn(queue, now, fits && mode == LoadControl.Mode.RUN);
    }
  }

  // What the queue has no room for has to wait until it is empty and can be opened again.
  private boolean adopt(LoadShape wanted, IoQueue queue, long nowNs) {
    shape = wanted;
    int largest = wanted.pattern().specification.largestBytes();
    boolean fits = largest <= bufferBytes;
    bufferBytes = Math.max(bufferBytes, largest);
    int depth = asynchronous ? Math.multiplyExact(streams, wanted.outstanding()) : 1;
    if (depth > slots.depth()) {
      grow(depth, nowNs);
    }
    slots.limit(wanted.outstanding(), nowNs);
    agenda.adopt(wanted.pattern(), nowNs);
    return fits && queue.depth() >= slots.depth();
  }

  /** One turn: issue, submit, reap, record; returns the time of reaping. */
  long turn(IoQueue queue, long turnNs, boolean issues) throws IOException {
    offeredCount = 0;
    agenda.turn(turnNs);
    boolean mayWait = !issues || issue(queue, turnNs);
    long submitted = System.nanoTime();
    for (int i = 0; i < offeredCount; i++) {
      slots.submittedNs[offered[i]] = submitted;
    }
    if (schedule != null && offeredCount > 0) {
      schedule.started(offeredCount);
    }
    inFlight += offeredCount;
    doneCount = 0;
    long wait = mayWait ? Math.max(0, agenda.wakeNs() - submitted) : 0;
    if (inFlight > 0) {
      inFlight -= queue.submitAndWait(1, wait, this);
    } else if (wait > 0) {
      LockSupport.parkNanos(this, wait);
    }
    long now = System.nanoTime();
    if (doneCount > 0) {
      // What completes later is in no interval, however late the clock comes to cut the last one.
      if (now - control.orders().endNs() < 0) {
        record(now);
      }
      release(now);
    }
    return now;
  }

  /** Whether everything that is due was offered, and the loop may wait. */
  private boolean issue(IoQueue queue, long nowNs) {
    for (int slot = agenda.next(nowNs); slot != Agenda.NONE; slot = agenda.next(nowNs)) {
      if (!queue.offer(
          slot,
          slots.target[slot],
          slots.kind[slot],
          slots.offsetBytes[slot],
          slots.lengthBytes[slot])) {
        agenda.refused(slot, nowNs);
        return false;
      }
      agenda.taken(slot);
      offered[offeredCount++] = slot;
      if (offeredCount == MOST_AT_ONCE) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void completed(int slot, int result) {
    done[doneCount] = slot;
    results[doneCount++] = result;
  }

  private void record(long now) {
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
      }
      if (schedule != null && submitted - intended > ArrivalFigures.LATE_NS) {
        buffer.late(read, Math.min(submitted - intended, submitted - slots.freeNs[slot]));
      }
    }
    recorder.exit(entered);
  }

  private void release(long now) {
    for (int i = 0; i < doneCount; i++) {
      int slot = done[i];
      if (results[i] != slots.lengthBytes[slot]) {
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
