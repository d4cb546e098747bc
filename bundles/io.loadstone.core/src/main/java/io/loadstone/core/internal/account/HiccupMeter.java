package io.loadstone.core.internal.account;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that does nothing but sleep and see how late it wakes: pauses of the JVM and the
 * scheduler, as they hit the loops too.
 */
public final class HiccupMeter implements AutoCloseable {
  private static final long SLEEP_NS = 10_000_000L;

  private final AtomicLong longestNs = new AtomicLong();
  private final Thread thread;
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
      long before = System.nanoTime();
      LockSupport.parkNanos(this, SLEEP_NS);
      long late = System.nanoTime() - before - SLEEP_NS;
      longestNs.accumulateAndGet(late, Math::max);
    }
  }

  /** The longest since the last call. */
  public long takeLongestNs() {
    return longestNs.getAndSet(0);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
