package io.loadstone.core.internal;

import io.loadstone.api.result.RunState;
import io.loadstone.core.internal.account.CpuMeter;
import io.loadstone.core.internal.account.DeviceMeter;
import io.loadstone.core.internal.account.HostMeter;
import io.loadstone.core.internal.account.IntervalClock;
import io.loadstone.core.internal.account.Slice;
import io.loadstone.core.internal.account.TimeLine;
import io.loadstone.core.internal.load.DataSample;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import io.loadstone.core.internal.load.LoadCrew;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Drives one piece of load from its first thread to its last: waits for the loops, cuts intervals,
 * watches for requests and lost targets, and ends everything in bounded time.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class LoadDriver implements AutoCloseable {
  private static final long POLL_NS = 20_000_000L;
  private static final long SECOND_NS = 1_000_000_000L;
  private static final int MOST_BACKLOG = 60;

  private final LiveRun run;
  private final RunJournal journal;
  private final Load load;
  private final LoadControl control;
  private final LoadCrew crew;
  private final ErrorLog errors;
  private final long endTimeoutNs;
  private final BlockingQueue<Slice> slices = new LinkedBlockingQueue<>();
  private @Nullable EndOfRun end;
  private @Nullable IntervalClock clock;
  private @Nullable TargetWatch watch;
  private boolean ended;

  LoadDriver(
      LiveRun run,
      RunJournal journal,
      Load load,
      LoadControl control,
      ErrorLog errors,
      long endTimeoutNs) {
    this.run = run;
    this.journal = journal;
    this.load = load;
    this.control = control;
    this.errors = errors;
    this.endTimeoutNs = endTimeoutNs;
    this.crew = new LoadCrew(load, control, errors, DataSample.of(load));
  }

  LoadCrew crew() {
    return crew;
  }

  /**
   * Starts the loops and waits until each has its queue; {@code false} if there will be no load.
   */
  boolean ready() throws InterruptedException {
    run.load(control);
    crew.start();
    watch = TargetWatch.start(load.name() + "-targets", load.targets(), control);
    while (!crew.awaitReady(POLL_NS)) {
      look();
      if (end != null) {
        return false;
      }
    }
    look();
    return end == null;
  }

  /**
   * Drives the load along the time line.
   *
   * @param watcher takes each slice, and is asked in between
   */
  void drive(TimeLine time, Watcher watcher) throws InterruptedException {
    IntervalClock ticker =
        new IntervalClock(
            time,
            crew.recorders(),
            new HostMeter(new CpuMeter(crew::loopTime), DeviceMeter.of(load.targets())),
            load.schedule(),
            System::nanoTime,
            slices::add,
            control::drain);
    clock = ticker;
    Thread thread =
        Thread.ofPlatform().name(load.name() + "-clock").daemon().unstarted(guarded(ticker));
    thread.setContextClassLoader(null);
    // First of all, while it can get a processor.
    thread.start();
    crew.begin(time.startNs(), time.endNs());
    boolean ticking = true;
    while (ticking || !slices.isEmpty()) {
      Slice slice = slices.poll(POLL_NS, TimeUnit.NANOSECONDS);
      ticking = thread.isAlive();
      // Load that ends by itself has nothing more to be cut.
      if (ticking && control.mode() != LoadControl.Mode.RUN) {
        ticker.stop();
      }
      take(slice, watcher);
      if (slice != null) {
        ticker.giveBack(slice);
      }
      look();
    }
  }

  // Without its clock a step would seem to end well with intervals missing.
  private Runnable guarded(IntervalClock ticker) {
    return () -> {
      try {
        ticker.run();
      } catch (RuntimeException | Error e) {
        control.fail("The clock that cuts intervals broke: " + e);
      }
    };
  }

  private void take(@Nullable Slice slice, Watcher watcher) {
    journal.errors(errors.count());
    try {
      if (slice != null) {
        watcher.slice(slice);
      }
      watcher.look();
      if (slices.size() > MOST_BACKLOG) {
        throw EndOfRun.failed(
            "The result store is more than " + MOST_BACKLOG + " s behind the measurement.");
      }
    } catch (EndOfRun e) {
      endWith(e, false);
    }
  }

  /** Sees whether there is a reason to end. */
  private void look() {
    Request request = run.request();
    if (request != null) {
      endWith(request.asEnd(), request.cancels());
    }
    String failure = control.failure();
    if (failure != null) {
      endWith(EndOfRun.failed(failure), false);
    }
  }

  private void endWith(EndOfRun reason, boolean cancels) {
    if (cancels) {
      control.cancel();
    } else {
      control.drain();
    }
    IntervalClock ticker = clock;
    if (ticker != null) {
      ticker.stop();
    }
    if (end == null) {
      end = reason;
      try {
        journal.state(RunState.STOPPING);
      } catch (EndOfRun e) {
        // The store is the second thing that fails; the first is the reason that people need.
        reason.addSuppressed(e);
      }
    }
  }

  /**
   * Ends the loops, within the bound. Most of it is for draining, the rest for cancelling what does
   * not come back.
   *
   * @return why the run ends, if it does
   */
  @Nullable EndOfRun end() throws InterruptedException {
    control.drain();
    long drainNs = endTimeoutNs - Math.min(endTimeoutNs / 4, 5 * SECOND_NS);
    long deadline = System.nanoTime() + drainNs;
    while (!crew.awaitEnd(POLL_NS) && System.nanoTime() - deadline < 0) {
      look();
      if (control.mode() == LoadControl.Mode.CANCEL) {
        break;
      }
    }
    if (crew.alive() > 0) {
      control.cancel();
      crew.awaitEnd(endTimeoutNs - drainNs);
    }
    look();
    explain();
    ended = true;
    long alive = crew.alive();
    if (alive > 0) {
      String stuck =
          alive
              + " of the loops did not come back from the system within "
              + endTimeoutNs / SECOND_NS
              + " s; the target or its driver hangs, and what waits for it is left behind.";
      EndOfRun before = end;
      end =
          before == null
              ? EndOfRun.failed(stuck)
              : new EndOfRun(before.state(), before.reason() + " " + stuck);
    }
    return end;
  }

  // The first operation that fails comes before the look that finds out why.
  private void explain() throws InterruptedException {
    EndOfRun before = end;
    TargetWatch looking = watch;
    if (before == null || looking == null || control.failure() == null) {
      return;
    }
    String lost = looking.look(SECOND_NS).orElse("");
    if (!before.reason().contains(lost)) {
      end = new EndOfRun(before.state(), before.reason() + ": " + lost);
    }
  }

  /**
   * Makes sure that nothing goes on, whatever happened; after {@link #end} there is nothing left.
   */
  @Override
  public void close() {
    run.load(null);
    control.cancel();
    IntervalClock ticker = clock;
    if (ticker != null) {
      ticker.stop();
    }
    TargetWatch looking = watch;
    if (looking != null) {
      looking.close();
    }
    if (!ended) {
      // After a fault in between: the targets are closed, and others may have them, next.
      crew.awaitEnd(Math.min(endTimeoutNs, 5 * SECOND_NS));
    }
  }

  /** Whether loops were left behind; their targets must not be counted on. */
  boolean leftBehind() {
    return crew.alive() > 0;
  }

  /** Follows the load. */
  interface Watcher {
    /** Takes the next slice. */
    void slice(Slice slice) throws EndOfRun;

    /** Called several times a second. */
    void look() throws EndOfRun;
  }
}
