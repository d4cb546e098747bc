package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoEngine;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the loops of one piece of load are told, and what they tell: whether to go on, how much may
 * still be moved, what failed.
 *
 * <p><b>Threads:</b> any.
 */
public final class LoadControl {
  private static final long LONGEST_PARK_NS = 250_000_000L;

  /** Of the monotonic clock: further away than any load lasts. */
  private static final long NEVER_NS = Long.MAX_VALUE >> 1;

  /** What loops are to do. */
  public enum Mode {
    RUN,
    /** Submit nothing new; end when everything in flight is done. */
    DRAIN,
    /** Cancel what is in flight and end. */
    CANCEL
  }

  /**
   * What loops go by, for a single reading in each turn.
   *
   * @param endNs when the load ends, by the monotonic clock: loops see that for themselves, since
   *     whoever could tell them may not get a processor among thousands of them
   * @param shape null while it is as planned
   */
  record Orders(Mode mode, long endNs, @Nullable LoadShape shape) {
    /** What a loop is to do in a turn that begins at this time. */
    Mode modeAt(long nowNs) {
      return mode == Mode.RUN && nowNs - endNs >= 0 ? Mode.DRAIN : mode;
    }
  }

  private volatile Orders orders = new Orders(Mode.RUN, System.nanoTime() + NEVER_NS, null);
  private final boolean limited;
  private final AtomicLong bytesLeft;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  // Those that wait for the beginning, or did. Each is woken by itself: of those that a latch lets
  // through, each wakes the next one, which takes minutes among thousands that run already.
  private final Queue<Thread> loops = new ConcurrentLinkedQueue<>();
  private volatile boolean begun;
  private volatile long beginNs;

  /** Load that goes on until it is told to end. */
  public LoadControl() {
    this(Long.MAX_VALUE);
  }

  /** Load that ends by itself when this many bytes are submitted. */
  public LoadControl(long budgetBytes) {
    limited = budgetBytes != Long.MAX_VALUE;
    bytesLeft = new AtomicLong(budgetBytes);
  }

  /** What loops are to do now. */
  public Mode mode() {
    return orders.mode();
  }

  Orders orders() {
    return orders;
  }

  /** Makes the loops go on in another shape. */
  public synchronized void reshape(LoadShape shape) {
    orders = new Orders(orders.mode(), orders.endNs(), shape);
  }

  /** Lets the loops run between these times of the monotonic clock. */
  synchronized void begin(long startNs, long endNs) {
    orders = new Orders(orders.mode(), endNs, orders.shape());
    beginNs = startNs;
    begun = true;
    wake();
  }

  /** Lets the loops run from this time of the monotonic clock until they are told to end. */
  void begin(long startNs) {
    begin(startNs, startNs + NEVER_NS);
  }

  /** Called by loops: waits for the beginning; {@code false} if there will be none. */
  boolean awaitBegin() {
    loops.add(Thread.currentThread());
    while (mode() == Mode.RUN) {
      // There are thousands: none may look at the clock before there is a time to wait for.
      if (begun) {
        long left = beginNs - System.nanoTime();
        if (left <= 0) {
          return true;
        }
        LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK_NS));
      } else {
        LockSupport.park(this);
      }
      if (Thread.interrupted()) { // by nobody here; the load would go on with a loop less
        fail(
            "The thread "
                + Thread.currentThread().getName()
                + " of the load was interrupted before it began, by other code in the agent; start"
                + " the run again, without the plug-ins that are not of the program");
      }
    }
    return false;
  }

  private void wake() {
    loops.forEach(LockSupport::unpark);
  }

  /** Lets everything in flight end and then the loops. */
  public synchronized void drain() {
    if (mode() == Mode.RUN) {
      orders = new Orders(Mode.DRAIN, orders.endNs(), orders.shape());
      wake();
    }
  }

  /** Ends the loops without waiting for what is in flight. */
  public synchronized void cancel() {
    orders = new Orders(Mode.CANCEL, orders.endNs(), orders.shape());
    wake();
  }

  /** Ends the load because something broke; the first reason stays. */
  public void fail(String reason) {
    failure.compareAndSet(null, reason);
    drain();
  }

  /** Ends the load because its engine threw something. */
  void broke(IoEngine engine, Throwable thrown) {
    String name = "The engine " + engine.traits().name();
    fail(
        thrown instanceof IOException
            ? name + " failed: " + thrown.getMessage()
            : name + " broke while in use: " + thrown);
  }

  /** Why the load ended before its time. */
  public @Nullable String failure() {
    return failure.get();
  }

  /** Takes from what may be moved; drains when that is used up. */
  boolean mayMove(int bytes) {
    if (!limited) {
      return true;
    }
    if (bytesLeft.getAndAdd(-bytes) > 0) {
      return true;
    }
    drain();
    return false;
  }
}
