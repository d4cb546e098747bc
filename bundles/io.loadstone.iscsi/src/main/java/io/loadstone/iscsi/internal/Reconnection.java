package io.loadstone.iscsi.internal;

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

  private final IscsiUri name;
  private final InetSocketAddress portal;
  private final String loss;
  private final long lostNs;
  private long nextAttemptNs;
  private @Nullable Login attempt;
  private @Nullable String failure;

  /**
   * Nothing is tried yet.
   *
   * @param loss why the session was lost
   */
  Reconnection(IscsiUri name, InetSocketAddress portal, String loss, long nowNs) {
    this.name = name;
    this.portal = portal;
    this.loss = loss;
    lostNs = nowNs;
    nextAttemptNs = nowNs;
  }

  /** Where something will happen; null while there is a pause. */
  @Nullable Session session() {
    Login under = attempt;
    return under == null ? null : under.session();
  }

  /** Begins an attempt if it is time, and gives up if it is too late. */
  void look(long nowNs) {
    if (attempt != null) {
      if (isLate(nowNs)) {
        giveUp(Errno.ETIMEDOUT.text() + ", it does not answer");
      }
    } else if (failure == null && nowNs - nextAttemptNs >= 0) {
      try {
        attempt = new Login(name, portal);
      } catch (IOException e) {
        failed(e, nowNs);
      }
    }
  }

  /**
   * Does what can be done now.
   *
   * @param happened at the session's descriptor
   * @return the login that is done, which is the caller's; null if none is
   */
  @Nullable Login service(int happened, long nowNs) {
    Login under = attempt;
    try {
      if (under != null && under.service(happened)) {
        attempt = null;
        return under;
      }
    } catch (IOException e) {
      failed(e, nowNs);
    }
    return null;
  }

  private void failed(IOException e, long nowNs) {
    if (isLate(nowNs)) {
      giveUp("it " + e.getMessage());
    } else {
      close();
      nextAttemptNs = nowNs + PAUSE_NS;
    }
  }

  private boolean isLate(long nowNs) {
    return nowNs - lostNs >= name.timeout().toNanos();
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
    Login under = attempt;
    attempt = null;
    if (under != null) {
      under.close();
    }
  }
}
