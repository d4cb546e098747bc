package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.linux.Poll;
import io.loadstone.servers.PolledQueue.PolledConnection;
import io.loadstone.servers.WaitingSlots;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a queue to one target, which is a session with it. States: up; lost, while it
 * is being got back; failed, for good.
 *
 * <p>When it is lost, what is in flight fails, as nobody knows what the server did with it; what
 * has not left yet waits for the new session.
 */
final class Connection implements PolledConnection {
  private static final int NO_DESCRIPTOR = -1;
  // As many as the kernel tries, and some more: a LUN has one for each of several things (SAM-5).
  private static final int MOST_REPETITIONS = 16;

  private final IscsiTarget target;
  private final IscsiUri name;
  private final Slots slots;
  private final int number;
  private final InetSocketAddress portal;
  private @Nullable Session session;
  private @Nullable String failure;
  private int inFlight;

  // Answers since the last delivery.
  private final int[] answered;
  private final int[] statuses;
  private int answers;

  private final WaitingSlots waiting;

  // Of a lost one.
  private @Nullable Reconnection reconnection;

  // When the server last answered, or was not asked; and whether it will be asked now, after a
  // while
  // without. What else arrives is no answer: a server may ask after its clients and serve none.
  private long aliveNs;
  private boolean asksAnew;

  /**
   * Opens it.
   *
   * @param number of this connection in the queue
   */
  Connection(IscsiTarget target, Slots slots, int number) throws IOException {
    this.target = target;
    this.name = target.name();
    this.slots = slots;
    this.number = number;
    waiting = new WaitingSlots(slots);
    answered = new int[slots.depth()];
    statuses = new int[slots.depth()];
    portal = name.portal().address();
    Login login = Login.complete(name, portal, name.timeout().toNanos());
    if (!login.lun().sameAs(target.lun())) {
      login.close();
      throw new IOException(name.said(changed(login.lun())));
    }
    use(login);
  }

  private void use(Login login) {
    Session opened = login.release();
    opened.tell(this::take);
    session = opened;
    aliveNs = System.nanoTime();
  }

  private void take(int slot, int status) {
    answered[answers] = slot;
    statuses[answers++] = status;
  }

  @Override
  public @Nullable String failure() {
    return failure;
  }

  @Override
  public void waitAt(Poll poll, int index) {
    Reconnection under = reconnection;
    Session open = under != null ? under.session() : session;
    if (open == null) {
      poll.set(index, NO_DESCRIPTOR, 0);
    } else {
      poll.set(index, open.fd(), open.events());
    }
  }

  @Override
  public boolean busy() {
    return inFlight > 0;
  }

  @Override
  public void add(int slot, long nowNs) {
    asksAnew |= inFlight++ == 0;
    slots.connection[slot] = number;
    slots.repetitions[slot] = 0;
    waiting.add(slot);
  }

  @Override
  public int send(CompletionSink sink, long nowNs) {
    Session open = session;
    if (open == null) {
      return 0;
    }
    if (asksAnew) {
      asksAnew = false;
      aliveNs = nowNs;
    }
    try {
      for (int slot = waiting.first(); slot != WaitingSlots.NONE; slot = waiting.first()) {
        open.send(slots.tasks[slot], slot);
        waiting.takeFirst(Slots.SENT);
      }
      if (!open.hasToSend()) {
        return 0;
      }
      open.service(Poll.OUT);
    } catch (IOException e) {
      return deliver(sink, nowNs) + lose(e, sink, nowNs);
    }
    return deliver(sink, nowNs);
  }

  @Override
  public int receive(int happened, CompletionSink sink, long nowNs) {
    Session open = session;
    if (happened == 0) {
      return 0;
    }
    if (open == null) {
      comeBack(happened, nowNs);
      return 0;
    }
    try {
      open.service(happened);
    } catch (IOException e) {
      return deliver(sink, nowNs) + lose(e, sink, nowNs);
    }
    return deliver(sink, nowNs);
  }

  private int deliver(CompletionSink sink, long nowNs) {
    if (answers > 0) {
      aliveNs = nowNs;
    }
    int delivered = 0;
    for (int i = 0; i < answers; i++) {
      int slot = answered[i];
      int status = statuses[i];
      if (status == ScsiErrors.GOOD) {
        delivered += goOn(slot, sink);
      } else if (status != ScsiErrors.CANCELLED) {
        // What is cancelled stays as it is: whoever ended the session knows better what it was.
        delivered += judge(slot, status, sink);
      }
    }
    answers = 0;
    return delivered;
  }

  private int goOn(int slot, CompletionSink sink) {
    if (slots.kind[slot] == IoKind.FLUSH) {
      complete(slot, 0, sink);
    } else if (slots.goesOn(slot, target.lun())) {
      waiting.add(slot);
      return 0;
    } else {
      complete(slot, slots.doneBytes[slot], sink);
    }
    return 1;
  }

  private int judge(int slot, int status, CompletionSink sink) {
    ScsiTask task = slots.tasks[slot];
    int key = task.senseKey();
    int code = task.senseCode();
    task.forgetSense();
    if (ScsiErrors.isAttention(status, key) && slots.repetitions[slot]++ < MOST_REPETITIONS) {
      if (!ScsiErrors.isReset(code)) {
        target.told(status, key, code);
      }
      waiting.add(slot);
      return 0;
    }
    target.told(status, key, code);
    if (ScsiErrors.isGone(status, key, code)) {
      fail("has no LUN " + name.lun() + " any more: " + ScsiErrors.words(status, key, code));
    }
    complete(slot, -ScsiErrors.errno(status, key, code).number(), sink);
    return 1;
  }

  private void complete(int slot, int result, CompletionSink sink) {
    slots.state[slot] = Slots.FREE;
    inFlight--;
    sink.completed(slot, result);
  }

  private int lose(IOException e, CompletionSink sink, long nowNs) {
    String loss = String.valueOf(e.getMessage());
    int delivered = drop(Errno.ECONNRESET, sink);
    reconnection = new Reconnection(name, portal, loss, nowNs);
    target.news().note("The session with " + name.portal() + " was lost: " + loss);
    return delivered;
  }

  private int drop(Errno error, CompletionSink sink) {
    closeSession();
    int delivered = 0;
    for (int slot = 0; slot < slots.depth(); slot++) {
      if (slots.connection[slot] == number && slots.state[slot] == Slots.SENT) {
        complete(slot, -error.number(), sink);
        delivered++;
      }
    }
    return delivered;
  }

  // Ending it cancels what it has.
  private void closeSession() {
    Session open = session;
    session = null;
    if (open != null) {
      open.close();
      answers = 0;
    }
  }

  @Override
  public int look(long nowNs, CompletionSink sink) {
    Reconnection under = reconnection;
    if (under != null) {
      under.look(nowNs);
      giveUp(under);
      return 0;
    }
    if (inFlight == 0) {
      aliveNs = nowNs;
      return 0;
    }
    if (session == null || nowNs - aliveNs < name.timeout().toNanos()) {
      return 0;
    }
    fail(
        "has not answered for "
            + name.timeout().toSeconds()
            + " s: "
            + Errno.ETIMEDOUT.text()
            + "; it hangs, or nothing reaches it");
    return drop(Errno.ETIMEDOUT, sink);
  }

  private void comeBack(int happened, long nowNs) {
    Reconnection under = reconnection;
    if (under == null) {
      return;
    }
    Login login = under.service(happened, nowNs);
    if (login == null) {
      giveUp(under);
      return;
    }
    reconnection = null;
    if (!login.lun().sameAs(target.lun())) {
      fail(changed(login.lun()));
      login.close();
      return;
    }
    use(login);
    target
        .news()
        .note(
            String.format(
                "The session with %s is back after %.1f s", name.portal(), under.seconds(nowNs)));
  }

  private void giveUp(Reconnection under) {
    String given = under.failure();
    if (given != null) {
      reconnection = null;
      fail(given);
    }
  }

  private void fail(String what) {
    failure = name.said(what);
    target.news().lose(name.said(what));
  }

  private String changed(Lun now) {
    return "serves something else now: "
        + now.sizeBytes()
        + " bytes, "
        + now.description()
        + "; it was "
        + target.lun().sizeBytes()
        + " bytes, "
        + target.lun().description();
  }

  @Override
  public void withdraw() {
    while (waiting.first() != WaitingSlots.NONE) {
      waiting.takeFirst(Slots.FREE);
      inFlight--;
    }
  }

  @Override
  public void leave() {
    Session open = session;
    if (open != null && inFlight == 0) {
      open.logout();
    }
  }

  @Override
  public boolean isLeaving() {
    Session open = session;
    return open != null && inFlight == 0 && !open.isLoggedOut();
  }

  @Override
  public void close() {
    Reconnection under = reconnection;
    if (under != null) {
      under.close();
    }
    closeSession();
  }
}
