package io.loadstone.core.internal.load;

import io.loadstone.core.internal.account.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loops that drive one piece of load. An asynchronous engine gets a few loops that the workers
 * are dealt to, each worker to one; any other engine gets a loop for each outstanding I/O.
 *
 * <p>States: started, ready (every queue is open, every buffer filled), begun, ended. <b>Threads:
 * </b> the run's coordinating thread.
 */
public final class LoadCrew {
  private static final long PARK_NS = 20_000_000L;
  // A recorder takes 2 MiB of heap; beyond this number loops share them, at some cost.
  private static final int MOST_RECORDERS = 64;

  private final LoadControl control;
  private final List<Recorder> recorders = new ArrayList<>();
  private final DataSample sample;
  private final Crew crew;
  private final CountDownLatch ready;
  private volatile @Nullable Long beginNs;

  /** Prepares the loops; nothing runs before {@link #start}. */
  public LoadCrew(Load load, LoadControl control, ErrorLog errors) {
    this.control = control;
    this.sample = DataSample.of(load);
    boolean asynchronous = load.engine().traits().asynchronous();
    int lanes =
        asynchronous
            ? Math.min(load.loops(), load.workers())
            : Math.multiplyExact(load.workers(), load.outstanding());
    int recorderCount =
        Math.min(lanes, asynchronous ? MOST_RECORDERS : Math.min(processors(), MOST_RECORDERS));
    boolean shared = lanes > recorderCount;
    boolean reads =
        load.pattern().specification.lines().stream().anyMatch(line -> line.readPercent() > 0);
    for (int i = 0; i < recorderCount; i++) {
      recorders.add(new Recorder(reads, load.pattern().specification.writes(), shared));
    }
    SharedPlaces places =
        new SharedPlaces(
            load.pattern(), load.workers(), !asynchronous && load.outstanding() > 1, load.seed());
    ready = new CountDownLatch(lanes);
    List<LoadLoop> loops = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      OperationStream[] streams =
          asynchronous
              ? streamsOf(load, places, lane, lanes)
              : new OperationStream[] {
                new OperationStream(
                    load.pattern(),
                    places,
                    load.seed(),
                    lane / load.outstanding(),
                    lane % load.outstanding())
              };
      loops.add(
          new LoadLoop(
              load,
              streams,
              asynchronous ? load.outstanding() : 1,
              recorders.get(lane % recorders.size()),
              control,
              errors,
              this));
    }
    crew = new Crew(load.name() + "-loop", loops);
  }

  private static OperationStream[] streamsOf(Load load, SharedPlaces places, int loop, int loops) {
    List<OperationStream> streams = new ArrayList<>();
    for (int worker = loop; worker < load.workers(); worker += loops) {
      streams.add(new OperationStream(load.pattern(), places, load.seed(), worker, 0));
    }
    return streams.toArray(OperationStream[]::new);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Starts the threads; they open their queues and wait. */
  public void start() {
    crew.start(control);
  }

  /** Waits a little for all queues to be open; {@code true} when they are or something failed. */
  public boolean awaitReady(long timeoutNs) throws InterruptedException {
    return ready.await(timeoutNs, TimeUnit.NANOSECONDS) || control.failure() != null;
  }

  /** Lets the loops begin at this time of the monotonic clock. */
  public void begin(long startNs) {
    beginNs = startNs;
  }

  /** Waits for the loops to end; {@code false} if some have not within the time. */
  public boolean awaitEnd(long timeoutNs) {
    return crew.awaitEnd(timeoutNs);
  }

  /** Loops that have not ended. */
  public long alive() {
    return crew.alive();
  }

  /** Where the loops record. */
  public List<Recorder> recorders() {
    return recorders;
  }

  /** Some of what the loops write. */
  public DataSample sample() {
    return sample;
  }

  /** Processor time of the loops so far; -1 if unknown. */
  public long cpuNs() {
    return crew.cpuNs();
  }

  /** How many cores the loops can keep busy. */
  public int usableCores() {
    return Math.min(crew.size(), processors());
  }

  void loopIsReady() {
    ready.countDown();
  }

  /** Called by loops: waits for the beginning; {@code false} if there will be none. */
  boolean awaitBegin() {
    while (control.mode() == LoadControl.Mode.RUN) {
      Long begin = beginNs;
      long left = begin == null ? PARK_NS : begin - System.nanoTime();
      if (left <= 0) {
        return true;
      }
      LockSupport.parkNanos(this, Math.min(left, PARK_NS));
    }
    return false;
  }
}
