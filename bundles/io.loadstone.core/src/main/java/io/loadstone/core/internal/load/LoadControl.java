package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoEngine;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
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
   * @param shape null while it is as planned
   */
  record Orders(Mode mode, @Nullable LoadShape shape) {}

  private volatile Orders orders = new Orders(Mode.RUN, null);
  private final boolean limited;
  private final AtomicLong bytesLeft;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  // Thousands of loops wait for it: none of them may look at the clock meanwhile.
  private final CountDownLatch begun = new CountDownLatch(1);
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
    orders = new Orders(orders.mode(), shape);
  }

  /** Lets the loops begin at this time of the monotonic clock. */
  void begin(long startNs) {
    beginNs = startNs;
    begun.countDown();
  }

  /** Called by loops: waits for the beginning; {@code false} if there will be none. */
  boolean awaitBegin() {
    try {
      begun.await();
    } catch (InterruptedException _) { // by nobody here; the load would go on with a loop less
      Thread loop = Thread.currentThread();
      fail(
          "The thread "
              + loop.getName()
              + " of the load was interrupted before it began, by other code in the agent; start"
              + " the run again, without the plug-ins that are not of the program");
      return false;
    }
    while (mode() == Mode.RUN) {
      long left = beginNs - System.nanoTime();
      if (left <= 0) {
        return true;
      }
      LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK_NS));
    }
    return false;
  }

  /** Lets everything in flight end and then the loops. */
  public synchronized void drain() {
    if (mode() == Mode.RUN) {
      orders = new Orders(Mode.DRAIN, orders.shape());
      begun.countDown();
    }
  }

  /** Ends the loops without waiting for what is in flight. */
  public synchronized void cancel() {
    orders = new Orders(Mode.CANCEL, orders.shape());
    begun.countDown();
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
