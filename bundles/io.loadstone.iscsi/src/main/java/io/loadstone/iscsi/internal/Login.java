package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.Poll;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The way to a session with a LUN that is known: connecting, login, questions. It never waits, so
 * that a loop can go on with others meanwhile; {@link #complete} does that for those who have
 * nothing else to do.
 *
 * <p><b>Threads:</b> the one that began it.
 */
final class Login implements AutoCloseable {
  private static final int NOTHING = -1;
  private static final int TAG = 0;

  private final Arena arena = Arena.ofConfined();
  private final ScsiTask task;
  private final Session session;
  private @Nullable LunReader reader;
  private @Nullable Lun lun;
  private int answer = NOTHING;

  /** Begins; exceptions as {@link Session} has them. */
  Login(IscsiUri name, InetSocketAddress portal) throws IOException {
    try {
      task = new ScsiTask(arena, arena.allocate(LunReader.ANSWER_BYTES, Long.BYTES));
    } catch (IOException e) {
      arena.close();
      throw e;
    }
    try {
      session = new Session(name, portal, (tag, status) -> answer = status);
    } catch (IOException | RuntimeException e) {
      task.close();
      arena.close();
      throw e;
    }
  }

  /**
   * Goes through with it.
   *
   * @param timeoutNs longest time for all of it
   * @throws IOException a sentence with the server, the target and the reason
   */
  static Login complete(IscsiUri name, InetSocketAddress portal, long timeoutNs)
      throws IOException {
    long deadlineNs = System.nanoTime() + timeoutNs;
    @Nullable Login login = null;
    try (Arena arena = Arena.ofConfined()) {
      Poll poll = new Poll(arena, 1);
      login = new Login(name, portal);
      while (!login.service(poll.happened(0))) {
        long leftNs = deadlineNs - System.nanoTime();
        if (leftNs <= 0) {
          throw new IOException(
              "did not answer in time: "
                  + Errno.ETIMEDOUT.text()
                  + "; it hangs, or nothing reaches it");
        }
        poll.set(0, login.session.fd(), login.session.events());
        poll.await(leftNs);
      }
      return login;
    } catch (IOException e) {
      end(login);
      throw new IOException(name.said(String.valueOf(e.getMessage())), e);
    } catch (RuntimeException e) {
      end(login);
      throw e;
    }
  }

  private static void end(@Nullable Login login) {
    if (login != null) {
      login.close();
    }
  }

  /** The session, for waiting; and when it is done, for use. */
  Session session() {
    return session;
  }

  /**
   * Does what can be done now.
   *
   * @param happened at the session's descriptor
   * @return whether it is done
   */
  boolean service(int happened) throws IOException {
    if (happened == 0) {
      return false;
    }
    session.service(happened);
    if (session.isUp() && reader == null) {
      reader = new LunReader(session, task, TAG);
    }
    int status = answer;
    answer = NOTHING;
    LunReader asking = reader;
    if (asking != null && status != NOTHING && asking.answered(status)) {
      lun = asking.lun();
    }
    return lun != null;
  }

  /** The LUN as it is now; it is done. */
  Lun lun() {
    Lun known = lun;
    if (known == null) {
      throw new IllegalStateException("the login is under way");
    }
    return known;
  }

  /** Leaves the session to the caller; it is done. */
  Session release() {
    free();
    return session;
  }

  /** Ends the session as well. */
  @Override
  public void close() {
    session.close();
    free();
  }

  private void free() {
    task.close();
    arena.close();
  }
}
