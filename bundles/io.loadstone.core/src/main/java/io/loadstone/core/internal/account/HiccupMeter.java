package io.loadstone.core.internal.account;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that does nothing but sleep and see how late it wakes: pauses of the JVM and the
 * scheduler, as they hit the loops too. Only what falls into a window of time counts.
 */
public final class HiccupMeter implements AutoCloseable {
  private static final long SLEEP_NS = 10_000_000L;

  private final AtomicLong longestNs = new AtomicLong();
  private final Thread thread;
  private volatile Window window = new Window(0, 0);
  private volatile boolean closed;

  /** Starts to sample; close it to end the thread. */
  public static HiccupMeter start(String threadName) {
    HiccupMeter meter = new HiccupMeter(threadName);
    meter.thread.start();
    return meter;
  }

  private HiccupMeter(String threadName) {
    thread = Thread.ofPlatform().name(threadName).daemon().unstarted(this::sample);
    thread.setContextClassLoader(null);
  }

  private void sample() {
    while (!closed) {
      long dueNs = System.nanoTime() + SLEEP_NS;
      LockSupport.parkNanos(this, SLEEP_NS);
      long late = window.partOf(dueNs, System.nanoTime());
      longestNs.accumulateAndGet(late, Math::max);
    }
  }

  /** Lets only this stretch of the monotonic clock count, from now on. */
  public void watch(long fromNs, long toNs) {
    window = new Window(fromNs, toNs);
  }

  /** The longest in the window so far; 0 if there was no window. */
  public long longestNs() {
    return longestNs.get();
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /** A stretch of the monotonic clock. */
  record Window(long fromNs, long toNs) {
    /** How much of the time between due and awake lies in it. */
    long partOf(long dueNs, long awakeNs) {
      long begin = dueNs - fromNs > 0 ? dueNs : fromNs;
      long end = awakeNs - toNs < 0 ? awakeNs : toNs;
      return Math.max(0, end - begin);
    }
  }
}
