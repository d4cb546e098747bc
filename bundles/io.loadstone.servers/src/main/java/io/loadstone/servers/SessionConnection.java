package io.loadstone.servers;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.linux.Poll;
import io.loadstone.servers.PolledQueue.PolledConnection;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a queue to one target, which is a session of its own. States: up; lost, while
 * it is being got back; failed, for good.
 *
 * <p>When it is lost, what is in flight fails, as nobody knows what the server did with it; what
 * has not left yet waits for the new session. The protocol says how requests are put and what
 * answers mean.
 *
 * <p><b>Threads:</b> the queue's. <b>Allocation:</b> none while it is up.
 *
 * @param <S> what a session is
 */
public abstract class SessionConnection<S extends ServerSession> implements PolledConnection {
  /** What {@link #answered} says of a slot with something more to ask for. */
  protected static final int AGAIN = Integer.MIN_VALUE;

  private static final int NO_DESCRIPTOR = -1;

  private final ServerSlots slots;
  private final int number;
  private final Duration timeout;
  private final TargetNews news;
  private final WaitingSlots waiting;
  private @Nullable S session;
  private @Nullable String failure;
  private int inFlight;

  // Answers since the last delivery.
  private final int[] answered;
  private final int[] results;
  private int answers;

  // Of a lost one.
  private @Nullable SessionReconnection<S> reconnection;

  // When the server last answered, or was not asked; and whether it will be asked now, after a
  // while without. What else arrives is no answer: a server may ask after its clients and serve
  // none.
  private long aliveNs;
  private boolean asksAnew;

  /**
   * One without a session, which {@link #use} gives it.
   *
   * @param number of this connection in the queue
   * @param timeout how long the server may be silent, or away
   * @param news of its target
   */
  protected SessionConnection(ServerSlots slots, int number, Duration timeout, TargetNews news) {
    this.slots = slots;
    this.number = number;
    this.timeout = timeout;
    this.news = news;
    waiting = new WaitingSlots(slots);
    answered = new int[slots.depth()];
    results = new int[slots.depth()];
  }

  /** Begins to get a session; reasons are phrases with the server as their subject. */
  protected abstract SessionAttempt<S> attempt() throws IOException;

  /** A session is up: from now on its answers go to {@link #take}. */
  protected abstract void began(S opened);

  /** Puts the request of a slot, or the rest of it; {@link ServerSession#service} sends it. */
  protected abstract void ask(S open, int slot) throws IOException;

  /**
   * What an answer means.
   *
   * @param result as {@link #take} was told
   * @return {@link #AGAIN}, or the operation's result: bytes moved or a negated errno
   */
  protected abstract int answered(int slot, int result);

  /** Something that the server does, as a sentence with the server and the target. */
  protected abstract String said(String what);

  /** What is lost and comes back, with the server: "The session with …". */
  protected abstract String words();

  /** Works with a session from now on, which is its own. */
  protected final void use(S opened) {
    session = opened;
    began(opened);
    aliveNs = System.nanoTime();
  }

  /** Takes an answer, for {@link #answered} once the library has returned. */
  protected final void take(int slot, int result) {
    answered[answers] = slot;
    results[answers++] = result;
  }

  /** It is of no more use: what the server does. */
  protected final void fail(String what) {
    failure = said(what);
    news.lose(said(what));
  }

  @Override
  public final @Nullable String failure() {
    return failure;
  }

  @Override
  public final void waitAt(Poll poll, int index) {
    SessionReconnection<S> under = reconnection;
    S open = under != null ? under.session() : session;
    if (open == null) {
      poll.set(index, NO_DESCRIPTOR, 0);
    } else {
      poll.set(index, open.fd(), open.events());
    }
  }

  @Override
  public final boolean busy() {
    return inFlight > 0;
  }

  @Override
  public final void add(int slot, long nowNs) {
    asksAnew |= inFlight++ == 0;
    slots.connection[slot] = number;
    waiting.add(slot);
  }

  @Override
  public final int send(CompletionSink sink, long nowNs) {
    S open = session;
    if (open == null) {
      return 0;
    }
    if (asksAnew) {
      asksAnew = false;
      aliveNs = nowNs;
    }
    try {
      for (int slot = waiting.first(); slot != WaitingSlots.NONE; slot = waiting.first()) {
        ask(open, slot);
        waiting.takeFirst(ServerSlots.SENT);
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
  public final int receive(int happened, CompletionSink sink, long nowNs) {
    S open = session;
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
      int result = answered(slot, results[i]);
      if (result == AGAIN) {
        waiting.add(slot);
      } else {
        complete(slot, result, sink);
        delivered++;
      }
    }
    answers = 0;
    return delivered;
  }

  private void complete(int slot, int result, CompletionSink sink) {
    slots.state[slot] = ServerSlots.FREE;
    inFlight--;
    sink.completed(slot, result);
  }

  private int lose(IOException e, CompletionSink sink, long nowNs) {
    String loss = String.valueOf(e.getMessage());
    int delivered = drop(Errno.ECONNRESET, sink);
    reconnection = new SessionReconnection<>(this::attempt, loss, nowNs, timeout.toNanos());
    news.note(words() + " was lost: " + loss);
    return delivered;
  }

  private int drop(Errno error, CompletionSink sink) {
    closeSession();
    int delivered = 0;
    for (int slot = 0; slot < slots.depth(); slot++) {
      if (slots.connection[slot] == number && slots.state[slot] == ServerSlots.SENT) {
        complete(slot, -error.number(), sink);
        delivered++;
      }
    }
    return delivered;
  }

  // Ending it cancels what it has.
  private void closeSession() {
    S open = session;
    session = null;
    if (open != null) {
      open.close();
      answers = 0;
    }
  }

  @Override
  public final int look(long nowNs, CompletionSink sink) {
    SessionReconnection<S> under = reconnection;
    if (under != null) {
      under.look(nowNs);
      giveUp(under);
      return 0;
    }
    if (inFlight == 0) {
      aliveNs = nowNs;
      return 0;
    }
    if (session == null || nowNs - aliveNs < timeout.toNanos()) {
      return 0;
    }
    fail(
        "has not answered for "
            + timeout.toSeconds()
            + " s: "
            + Errno.ETIMEDOUT.text()
            + "; it hangs, or nothing reaches it");
    return drop(Errno.ETIMEDOUT, sink);
  }

  private void comeBack(int happened, long nowNs) {
    SessionReconnection<S> under = reconnection;
    if (under == null) {
      return;
    }
    S opened = under.service(happened, nowNs);
    if (opened == null) {
      giveUp(under);
      return;
    }
    reconnection = null;
    use(opened);
    news.note(String.format("%s is back after %.1f s", words(), under.seconds(nowNs)));
  }

  private void giveUp(SessionReconnection<S> under) {
    String given = under.failure();
    if (given != null) {
      reconnection = null;
      fail(given);
    }
  }

  @Override
  public final void withdraw() {
    while (waiting.first() != WaitingSlots.NONE) {
      waiting.takeFirst(ServerSlots.FREE);
      inFlight--;
    }
  }

  @Override
  public final void leave() {
    S open = session;
    if (open != null && inFlight == 0) {
      open.leave();
    }
  }

  @Override
  public final boolean isLeaving() {
    S open = session;
    return open != null && inFlight == 0 && !open.isLeft();
  }

  @Override
  public final void close() {
    SessionReconnection<S> under = reconnection;
    if (under != null) {
      under.close();
    }
    closeSession();
  }
}
