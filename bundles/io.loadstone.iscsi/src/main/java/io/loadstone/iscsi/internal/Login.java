package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.Poll;
import io.loadstone.servers.InVainException;
import io.loadstone.servers.SessionAttempt;
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
final class Login implements SessionAttempt<Session> {
  private static final int NOTHING = -1;
  private static final int TAG = 0;

  private final Arena arena = Arena.ofConfined();
  private final @Nullable Lun wanted;
  private final ScsiTask task;
  private final Session session;
  private @Nullable LunReader reader;
  private @Nullable Lun lun;
  private int answer = NOTHING;

  private Login(IscsiUri name, InetSocketAddress portal, @Nullable Lun wanted) throws IOException {
    this.wanted = wanted;
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

  /** Begins one to whatever LUN is there; exceptions as {@link Session} has them. */
  static Login first(IscsiUri name, InetSocketAddress portal) throws IOException {
    return new Login(name, portal, null);
  }

  /** Begins one to a LUN that is known; it is in vain if there is another one. */
  static Login again(IscsiUri name, InetSocketAddress portal, Lun wanted) throws IOException {
    return new Login(name, portal, wanted);
  }

  /** What begins a login. */
  @FunctionalInterface
  interface Beginning {
    Login begin() throws IOException;
  }

  /**
   * Goes through with one, for the timeout of the name at most.
   *
   * @throws IOException a sentence with the server, the target and the reason
   */
  static Login complete(IscsiUri name, Beginning beginning) throws IOException {
    long deadlineNs = System.nanoTime() + name.timeout().toNanos();
    @Nullable Login login = null;
    try (Arena arena = Arena.ofConfined()) {
      Poll poll = new Poll(arena, 1);
      login = beginning.begin();
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

  @Override
  public Session session() {
    return session;
  }

  @Override
  public boolean service(int happened) throws IOException {
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
      requireWanted(asking.lun());
      lun = asking.lun();
    }
    return lun != null;
  }

  private void requireWanted(Lun now) throws InVainException {
    Lun before = wanted;
    if (before != null && !now.sameAs(before)) {
      throw new InVainException(
          "serves something else now: "
              + now.sizeBytes()
              + " bytes, "
              + now.description()
              + "; it was "
              + before.sizeBytes()
              + " bytes, "
              + before.description());
    }
  }

  /** The LUN as it is now; it is done. */
  Lun lun() {
    Lun known = lun;
    if (known == null) {
      throw new IllegalStateException("the login is under way");
    }
    return known;
  }

  @Override
  public Session release() {
    free();
    return session;
  }

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
