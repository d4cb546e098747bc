package io.loadstone.core.internal;

import io.loadstone.api.target.Target;
import io.loadstone.core.internal.load.LoadControl;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks every second whether targets are still what they were, and ends the load if one is not.
 *
 * <p><b>Threads:</b> its own. On a file system that hangs the look hangs too, and whoever drives
 * the load, and ends it in bounded time, must not hang with it.
 */
final class TargetWatch implements AutoCloseable {
  private static final long SECOND_NS = 1_000_000_000L;

  private final List<Target> targets;
  private final LoadControl control;
  private final Thread thread;
  private long looks;
  private @Nullable String lost;
  private volatile boolean closed;

  /** Starts to look; close it to end the thread. */
  static TargetWatch start(String name, List<Target> targets, LoadControl control) {
    TargetWatch watch = new TargetWatch(name, targets, control);
    watch.thread.start();
    return watch;
  }

  private TargetWatch(String name, List<Target> targets, LoadControl control) {
    this.targets = List.copyOf(targets);
    this.control = control;
    thread = Thread.ofPlatform().name(name).daemon().unstarted(this::watch);
    thread.setContextClassLoader(null);
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(this, SECOND_NS);
      String found = closed ? null : found();
      if (found != null) {
        control.fail(found);
      }
      looked(found);
    }
  }

  private @Nullable String found() {
    for (Target target : targets) {
      try {
        String reason = target.lost().orElse(null);
        if (reason != null) {
          return reason;
        }
      } catch (RuntimeException | LinkageError e) {
        return "The target " + target.uri() + " broke while in use: " + e;
      }
    }
    return null;
  }

  private synchronized void looked(@Nullable String found) {
    looks++;
    lost = found == null ? lost : found;
    notifyAll();
  }

  /**
   * Looks once more, now.
   *
   * @return why a target is lost; empty if none is, or if the look takes longer than the time
   */
  synchronized Optional<String> look(long timeoutNs) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNs;
    long before = looks;
    LockSupport.unpark(thread);
    for (long left = timeoutNs; looks == before && left > 0; left = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return Optional.ofNullable(lost);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
