package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.servers.InVainException;
import io.loadstone.servers.SessionAttempt;
import java.io.IOException;

/** A session that is begun in the place of a lost one. */
record Attempt(Session session) implements SessionAttempt<Session> {
  @Override
  public boolean service(int happened) throws IOException {
    try {
      session.service(happened);
    } catch (NfsException e) {
      // Another file is there now, and the one that is wanted will not come back.
      throw e.errno() == Errno.ESTALE.number() ? new InVainException(e) : e;
    }
    return session.isUp();
  }

  @Override
  public Session release() {
    return session;
  }

  @Override
  public void close() {
    session.close();
  }
}
