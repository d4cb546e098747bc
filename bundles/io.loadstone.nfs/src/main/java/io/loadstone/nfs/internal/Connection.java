package io.loadstone.nfs.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.Poll;
import io.loadstone.servers.PolledQueue.PolledConnection;
import io.loadstone.servers.ServerSlots;
import io.loadstone.servers.WaitingSlots;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a queue to one target, which is a session of its own. States: up; lost, while
 * it is being got back; failed, for good.
 *
 * <p>When it is lost, what is in flight fails, as nobody knows what the server did with it; what
 * has not left yet waits for the new session.
 */
final class Connection implements PolledConnection {
  private static final int NO_DESCRIPTOR = -1;

  private final NfsTarget target;
  private final NfsUri name;
  private final ServerSlots slots;
  private final int number;
  private final InetSocketAddress server;
  private final MemorySegment memory;
  private @Nullable Session session;
  private @Nullable String failure;
  private int inFlight;

  // Answers since the last delivery.
  private final int[] answered;
  private final int[] results;

  // Of one request.
  private long most;

  private int answers;

  private final WaitingSlots waiting;

  // Of a lost one.
  private @Nullable Reconnection reconnection;

  // When the server last answered, or was not asked; and whether it will be asked now, after a
  // while without. What else arrives is no answer: a server may ask after its clients and serve
  // none.
  private long aliveNs;
  private boolean asksAnew;

  private Connection(Arena arena, NfsTarget target, ServerSlots slots, int number)
      throws IOException {
    this.target = target;
    this.name = target.name();
    this.slots = slots;
    this.number = number;
    waiting = new WaitingSlots(slots);
    answered = new int[slots.depth()];
    results = new int[slots.depth()];
    server = name.server().address();
    memory = MemoryCalls.at(arena, 0, Long.MAX_VALUE);
  }

  /**
   * Opens it.
   *
   * @param number of this connection in the queue
   */
  static Connection open(Arena arena, NfsTarget target, ServerSlots slots, int number)
      throws IOException {
    Connection connection = new Connection(arena, target, slots, number);
    connection.use(OpenFile.session(target.name(), () -> target.connect(connection.server)));
    return connection;
  }

  private void use(Session opened) {
    opened.tell(this::take);
    session = opened;
    most = target.mostBytes(opened);
    aliveNs = System.nanoTime();
  }

  // What was read is the library's, and gone after this: hence the copy.
  private void take(int slot, int result, long data) {
    if (result > 0 && slots.kind[slot] == IoKind.READ) {
      int bytes = Math.min(result, slots.lengthBytes[slot] - slots.doneBytes[slot]);
      MemorySegment.copy(memory, data, slots.buffers[slot], slots.doneBytes[slot], bytes);
    }
    answered[answers] = slot;
    results[answers++] = result;
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
      delivered += goOn(answered[i], results[i], sink);
    }
    answers = 0;
    return delivered;
  }

  // A server moves less than asked at will; only nothing at all is the end of the file.
  private int goOn(int slot, int result, CompletionSink sink) {
    if (result == -Errno.ESTALE.number()) {
      fail("has the file no more: " + Errno.ESTALE.text() + ", it was removed or replaced");
    }
    if (result < 0 || slots.kind[slot] == IoKind.FLUSH) {
      complete(slot, Math.min(result, 0), sink);
      return 1;
    }
    slots.doneBytes[slot] += result;
    if (result == 0 || slots.doneBytes[slot] >= slots.lengthBytes[slot]) {
      complete(slot, slots.doneBytes[slot], sink);
      return 1;
    }
    waiting.add(slot);
    return 0;
  }

  private void ask(Session open, int slot) throws IOException {
    int done = slots.doneBytes[slot];
    long at = slots.offsetBytes[slot] + done;
    long bytes = Math.min(slots.lengthBytes[slot] - done, most);
    switch (slots.kind[slot]) {
      case FLUSH -> open.sync(slot);
      case READ -> open.read(at, bytes, slot);
      default -> open.write(at, bytes, slots.addresses[slot] + done, slot);
    }
  }

  private void complete(int slot, int result, CompletionSink sink) {
    slots.state[slot] = ServerSlots.FREE;
    inFlight--;
    sink.completed(slot, result);
  }

  private int lose(IOException e, CompletionSink sink, long nowNs) {
    String loss = String.valueOf(e.getMessage());
    int delivered = drop(Errno.ECONNRESET, sink);
    reconnection = new Reconnection(target, server, loss, nowNs);
    target.news().note("The connection to " + name.server() + " was lost: " + loss);
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
    Session opened = under.service(happened, nowNs);
    if (opened == null) {
      giveUp(under);
      return;
    }
    reconnection = null;
    use(opened);
    target
        .news()
        .note(
            String.format(
                "The connection to %s is back after %.1f s", name.server(), under.seconds(nowNs)));
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

  @Override
  public void withdraw() {
    while (waiting.first() != WaitingSlots.NONE) {
      waiting.takeFirst(ServerSlots.FREE);
      inFlight--;
    }
  }

  @Override
  public void leave() {
    Session open = session;
    if (open != null && inFlight == 0) {
      open.leave();
    }
  }

  @Override
  public boolean isLeaving() {
    Session open = session;
    return open != null && inFlight == 0 && !open.isLeft();
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
