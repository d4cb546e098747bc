package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Tries to get a lost session back, for a bounded time and without ever waiting.
 *
 * <p><b>Threads:</b> the queue's.
 */
final class Reconnection implements AutoCloseable {
  private static final long PAUSE_NS = 100_000_000;

  private final NfsTarget target;
  private final InetSocketAddress server;
  private final String loss;
  private final long lostNs;
  private long nextAttemptNs;
  private @Nullable Session attempt;
  private String lastReason = Errno.ETIMEDOUT.text() + ", it does not answer";
  private @Nullable String failure;

  /**
   * Nothing is tried yet.
   *
   * @param loss why the session was lost
   */
  Reconnection(NfsTarget target, InetSocketAddress server, String loss, long nowNs) {
    this.target = target;
    this.server = server;
    this.loss = loss;
    lostNs = nowNs;
    nextAttemptNs = nowNs;
  }

  /** Where something will happen; null while there is a pause. */
  @Nullable Session session() {
    return attempt;
  }

  /** Begins an attempt if it is time, and gives up if it is too late. */
  void look(long nowNs) {
    if (attempt != null) {
      if (isLate(nowNs)) {
        giveUp(lastReason);
      }
    } else if (failure == null && nowNs - nextAttemptNs >= 0) {
      try {
        attempt = target.connect(server);
      } catch (IOException e) {
        failed(e, nowNs);
      }
    }
  }

  /**
   * Does what can be done now.
   *
   * @param happened at the session's descriptor
   * @return the one that is up, which is the caller's; null if none is
   */
  @Nullable Session service(int happened, long nowNs) {
    Session under = attempt;
    try {
      if (under != null) {
        under.service(happened);
        if (under.isUp()) {
          attempt = null;
          return under;
        }
      }
    } catch (IOException e) {
      failed(e, nowNs);
    }
    return null;
  }

  private void failed(IOException e, long nowNs) {
    boolean inVain = e instanceof NfsException nfs && nfs.errno() == Errno.ESTALE.number();
    lastReason = "it " + e.getMessage();
    if (inVain || isLate(nowNs)) {
      giveUp(lastReason);
    } else {
      close();
      nextAttemptNs = nowNs + PAUSE_NS;
    }
  }

  private boolean isLate(long nowNs) {
    return nowNs - lostNs >= target.name().timeout().toNanos();
  }

  private void giveUp(String why) {
    close();
    failure = "was lost (" + loss + ") and did not come back: " + why;
  }

  /** Why it was given up; null while it goes on. */
  @Nullable String failure() {
    return failure;
  }

  /** How long the session has been away. */
  double seconds(long nowNs) {
    return (nowNs - lostNs) / 1e9;
  }

  /** Ends the attempt that is under way. */
  @Override
  public void close() {
    Session under = attempt;
    attempt = null;
    if (under != null) {
      under.close();
    }
  }
}
