package io.loadstone.servers;

import java.io.IOException;

/**
 * The way to a session that is up and leads to what it did before. It never waits.
 *
 * <p><b>Threads:</b> the one that began it.
 *
 * @param <S> what a session is
 */
public interface SessionAttempt<S extends ServerSession> extends AutoCloseable {
  /** The session that is waited for. */
  S session();

  /**
   * Does what can be done now.
   *
   * @param happened at the session's descriptor
   * @return whether it is done
   * @throws InVainException if another attempt would end in the same way
   * @throws IOException if it ended; a phrase with the server as its subject
   */
  boolean service(int happened) throws IOException;

  /** Leaves the session to the caller; it is done. */
  S release();

  /** Ends the session as well. */
  @Override
  void close();
}
