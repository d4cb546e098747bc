package io.loadstone.nbd.internal;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tries to get a lost connection back, for a bounded time.
 *
 * <p><b>Threads:</b> its own, as a handshake waits and a loop must not; the rest from the queue's.
 */
final class Reconnection implements Runnable, AutoCloseable {
  private static final long PAUSE_NS = 100_000_000L;

  private final NbdUri name;
  private final Runnable whenOver;
  private final long deadlineNs;
  private final Thread thread;
  private @Nullable SocketChannel attempt;
  private @Nullable Session session;
  private @Nullable String failure;
  private boolean closed;

  private Reconnection(NbdUri name, long nowNs, Runnable whenOver) {
    this.name = name;
    this.whenOver = whenOver;
    deadlineNs = nowNs + name.timeout().toNanos();
    thread = Thread.ofPlatform().name("loadstone-nbd-reconnect").daemon().unstarted(this);
    thread.setContextClassLoader(null);
  }

  /**
   * Begins.
   *
   * @param whenOver called on the other thread when there is a session or a failure
   */
  static Reconnection start(NbdUri name, long nowNs, Runnable whenOver) {
    Reconnection reconnection = new Reconnection(name, nowNs, whenOver);
    reconnection.thread.start();
    return reconnection;
  }

  @Override
  public void run() {
    while (true) {
      String why;
      try {
        if (keeps(connect())) {
          break;
        }
        return;
      } catch (IOException | RuntimeException e) {
        why = String.valueOf(e.getMessage());
      }
      LockSupport.parkNanos(this, PAUSE_NS);
      if (gaveUp(why)) {
        break;
      }
    }
    whenOver.run();
  }

  private Session connect() throws IOException {
    SocketAddress address = name.server().address();
    SocketChannel channel = TimedChannel.unconnected(address);
    synchronized (this) {
      attempt = channel;
      if (closed) { // since the last attempt: this one would go on for the whole time
        close();
      }
    }
    return Session.open(name, address, channel, Math.max(1, deadlineNs - System.nanoTime()));
  }

  private synchronized boolean keeps(Session opened) throws IOException {
    if (closed) {
      opened.close();
      return false;
    }
    session = opened;
    return true;
  }

  private synchronized boolean gaveUp(String why) {
    if (closed || deadlineNs - System.nanoTime() <= 0) {
      failure = why;
    }
    return failure != null;
  }

  /** The new connection, once; null if there is none yet. */
  synchronized @Nullable Session takeSession() {
    Session taken = session;
    session = null;
    return taken;
  }

  /** Why it was given up; null while it goes on. */
  synchronized @Nullable String failure() {
    return failure;
  }

  /** Ends it, whatever it waits for. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    LockSupport.unpark(thread);
    session = null;
    SocketChannel under = attempt;
    if (under != null) {
      under.close();
    }
  }
}
