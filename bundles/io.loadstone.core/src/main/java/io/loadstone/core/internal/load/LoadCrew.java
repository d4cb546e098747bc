package io.loadstone.core.internal.load;

import io.loadstone.core.internal.account.LoopTime;
import io.loadstone.core.internal.account.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The loops that drive one piece of load. An asynchronous engine gets a few loops that the workers
 * are dealt to, each worker to one; any other engine gets a loop for each outstanding I/O.
 *
 * <p>States: started, ready (every queue is open, every buffer filled), begun, ended. <b>Threads:
 * </b> the run's coordinating thread.
 */
public final class LoadCrew {
  // A recorder takes 2 MiB of heap; beyond this number loops share them, at some cost.
  private static final int MOST_RECORDERS = 64;

  private final Load load;
  private final LoadControl control;
  private final ErrorLog errors;
  private final SharedPlaces places;
  private final boolean asynchronous;
  private final List<Recorder> recorders = new CopyOnWriteArrayList<>();
  // Of loops that were added later: the others' may be made for one writer each.
  private final List<Recorder> recordersOfAdded = new ArrayList<>();
  private final DataSample sample;
  private final Crew crew;
  private final CountDownLatch ready;
  private int threadsPerWorker;

  /**
   * Prepares the loops; nothing runs before {@link #start}.
   *
   * @param sample that gets some of what the loops write
   */
  public LoadCrew(Load load, LoadControl control, ErrorLog errors, DataSample sample) {
    this.load = load;
    this.control = control;
    this.errors = errors;
    this.sample = sample;
    this.asynchronous = load.engine().traits().asynchronous();
    int lanes =
        asynchronous
            ? Math.min(load.loops(), Math.min(load.workers(), mostQueues(load)))
            : Math.multiplyExact(load.workers(), load.outstanding());
    threadsPerWorker = asynchronous ? 0 : load.outstanding();
    int recorderCount =
        Math.min(lanes, asynchronous ? MOST_RECORDERS : Math.min(processors(), MOST_RECORDERS));
    boolean shared = lanes > recorderCount;
    for (int i = 0; i < recorderCount; i++) {
      recorders.add(recorder(load.pattern(), shared));
    }
    // Threads may be added to a worker that has one only.
    places = new SharedPlaces(load.pattern(), load.workers(), !asynchronous, load.seed());
    ready = new CountDownLatch(lanes);
    LoadShape planned = new LoadShape(load.pattern(), load.outstanding(), 0);
    List<LoadLoop> loops = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      Recorder recorder = recorders.get(lane % recorders.size());
      loops.add(
          asynchronous
              ? loop(planned, streamsOf(lane, lanes), 0, load.outstanding(), recorder)
              : loop(planned, lane / load.outstanding(), lane % load.outstanding(), recorder));
    }
    crew = new Crew(load.name() + "-loop", loops);
  }

  private static Recorder recorder(AccessPattern pattern, boolean shared) {
    return new Recorder(pattern.specification.reads(), pattern.specification.writes(), shared);
  }

  /** A loop for one of a worker's outstanding I/Os. */
  private LoadLoop loop(LoadShape shape, int worker, int number, Recorder recorder) {
    OperationStream stream =
        new OperationStream(shape.pattern(), places, load.seed(), worker, number);
    return loop(shape, new OperationStream[] {stream}, number, 1, recorder);
  }

  private LoadLoop loop(
      LoadShape shape,
      OperationStream[] streams,
      int firstOfWorker,
      int slotsPerStream,
      Recorder recorder) {
    return new LoadLoop(
        load, shape, streams, firstOfWorker, slotsPerStream, recorder, control, errors, this);
  }

  private OperationStream[] streamsOf(int loop, int loops) {
    List<OperationStream> streams = new ArrayList<>();
    for (int worker = loop; worker < load.workers(); worker += loops) {
      streams.add(new OperationStream(load.pattern(), places, load.seed(), worker, 0));
    }
    return streams.toArray(OperationStream[]::new);
  }

  private static int mostQueues(Load load) {
    return load.targets().stream()
        .mapToInt(target -> target.traits().mostQueues())
        .reduce(Integer.MAX_VALUE, Math::min);
  }

  /** Makes the load go on in another shape; it takes effect with each loop's next turn. */
  public void reshape(LoadShape shape) {
    AccessPattern pattern = shape.pattern();
    // Before any loop can record in a direction that it did not have.
    recorders.forEach(
        recorder -> recorder.admit(pattern.specification.reads(), pattern.specification.writes()));
    control.reshape(shape);
    if (!asynchronous && shape.outstanding() > threadsPerWorker) {
      addThreads(shape);
    }
  }

  private void addThreads(LoadShape shape) {
    while (recordersOfAdded.size() < Math.min(processors(), MOST_RECORDERS)) {
      recordersOfAdded.add(recorder(shape.pattern(), true));
    }
    recordersOfAdded.forEach(
        recorder -> {
          if (!recorders.contains(recorder)) {
            recorders.add(recorder);
          }
        });
    List<LoadLoop> added = new ArrayList<>();
    for (int number = threadsPerWorker; number < shape.outstanding(); number++) {
      for (int worker = 0; worker < load.workers(); worker++) {
        int lane = crew.size() + added.size();
        Recorder recorder = recordersOfAdded.get(lane % recordersOfAdded.size());
        added.add(loop(shape, worker, number, recorder));
      }
    }
    threadsPerWorker = shape.outstanding();
    crew.add(added, control);
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

  /** Lets the loops run from this time of the monotonic clock until they are told to end. */
  public void begin(long startNs) {
    beginSchedule(startNs);
    control.begin(startNs);
  }

  /** Lets the loops run between these times of the monotonic clock; they end by themselves. */
  public void begin(long startNs, long endNs) {
    beginSchedule(startNs);
    control.begin(startNs, endNs);
  }

  private void beginSchedule(long startNs) {
    ArrivalSchedule schedule = load.schedule();
    if (schedule != null) {
      schedule.begin(startNs);
    }
  }

  /** Waits for the loops to end; {@code false} if some have not within the time. */
  public boolean awaitEnd(long timeoutNs) {
    return crew.awaitEnd(timeoutNs);
  }

  /** Loops that have not ended. */
  public long alive() {
    return crew.alive();
  }

  /** Where the loops record; grows when loops are added. */
  public List<Recorder> recorders() {
    return recorders;
  }

  /** Some of what the loops write. */
  public DataSample sample() {
    return sample;
  }

  /** What the loops had of the processors so far. */
  public LoopTime loopTime() {
    return new LoopTime(crew.cpuNs(), crew.waitNs());
  }

  /** How many cores the loops can keep busy. */
  public int usableCores() {
    return Math.min(crew.size(), processors());
  }

  void loopIsReady() {
    ready.countDown();
  }
}
