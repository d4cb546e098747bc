package io.loadstone.servers;

import io.loadstone.api.engine.Errno;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Tries to get a lost session back, for a bounded time and without ever waiting.
 *
 * <p><b>Threads:</b> the queue's.
 *
 * @param <S> what a session is
 */
final class SessionReconnection<S extends ServerSession> implements AutoCloseable {
  private static final long PAUSE_NS = 100_000_000;

  private final Beginning<S> beginning;
  private final String loss;
  private final long lostNs;
  private final long timeoutNs;
  private long nextAttemptNs;
  private @Nullable SessionAttempt<S> attempt;
  private String lastReason = Errno.ETIMEDOUT.text() + ", it does not answer";
  private @Nullable String failure;

  /** What begins an attempt. */
  @FunctionalInterface
  interface Beginning<S extends ServerSession> {
    SessionAttempt<S> attempt() throws IOException;
  }

  /**
   * Nothing is tried yet.
   *
   * @param loss why the session was lost
   * @param timeoutNs how long it may be away
   */
  SessionReconnection(Beginning<S> beginning, String loss, long lostNs, long timeoutNs) {
    this.beginning = beginning;
    this.loss = loss;
    this.lostNs = lostNs;
    this.timeoutNs = timeoutNs;
    nextAttemptNs = lostNs;
  }

  /** Where something will happen; null while there is a pause. */
  @Nullable S session() {
    SessionAttempt<S> under = attempt;
    return under == null ? null : under.session();
  }

  /** Begins an attempt if it is time, and gives up if it is too late. */
  void look(long nowNs) {
    if (attempt != null) {
      if (isLate(nowNs)) {
        giveUp(lastReason);
      }
    } else if (failure == null && nowNs - nextAttemptNs >= 0) {
      try {
        attempt = beginning.attempt();
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
  @Nullable S service(int happened, long nowNs) {
    SessionAttempt<S> under = attempt;
    try {
      if (under != null && under.service(happened)) {
        attempt = null;
        return under.release();
      }
    } catch (IOException e) {
      failed(e, nowNs);
    }
    return null;
  }

  private void failed(IOException e, long nowNs) {
    lastReason = "it " + e.getMessage();
    if (e instanceof InVainException || isLate(nowNs)) {
      giveUp(lastReason);
    } else {
      close();
      nextAttemptNs = nowNs + PAUSE_NS;
    }
  }

  private boolean isLate(long nowNs) {
    return nowNs - lostNs >= timeoutNs;
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
    SessionAttempt<S> under = attempt;
    attempt = null;
    if (under != null) {
      under.close();
    }
  }
}
