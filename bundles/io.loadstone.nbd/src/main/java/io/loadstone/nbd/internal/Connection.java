package io.loadstone.nbd.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.servers.ServerConnection;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a queue to one target. States: up; lost, while it is being got back; failed,
 * for good.
 *
 * <p>When it is lost, what is in flight fails, as nobody knows what the server did with it; what
 * has not left yet waits for the new connection.
 */
final class Connection implements ServerConnection {
  private final NbdTarget target;
  private final Slots slots;
  private final int number;
  private final Selector selector;
  private final Requests requests;
  private final Replies replies;
  private @Nullable Session session;
  private @Nullable SelectionKey key;
  private @Nullable Reconnection reconnection;
  private @Nullable String failure;
  private String loss = "";
  private long lostNs;
  private int inFlight;
  private boolean ready;

  // What had moved when the server last showed a sign of life, and when that was seen.
  private long movedBytes;
  private long aliveNs;

  /**
   * Opens it.
   *
   * @param number of this connection
   */
  Connection(NbdTarget target, Slots slots, int number, Arena arena, Selector selector)
      throws IOException {
    this.target = target;
    this.slots = slots;
    this.number = number;
    this.selector = selector;
    requests = new Requests(arena, slots);
    replies = new Replies(arena, slots, requests);
    Session opened = Session.open(target.name(), target.name().timeout().toNanos());
    if (!opened.export().sameAs(target.export())) {
      opened.close();
      throw new IOException(changed(opened.export()));
    }
    use(opened);
  }

  private void use(Session opened) throws IOException {
    session = opened;
    // What waited for it is sent as soon as the selector says so.
    key = opened.channel().register(selector, interest(opened), this);
    aliveNs = System.nanoTime();
  }

  private int interest(Session open) {
    return requests.pending() || open.pending()
        ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
        : SelectionKey.OP_READ;
  }

  @Override
  public @Nullable String failure() {
    return failure;
  }

  /** The selector saw something. */
  void becameReady() {
    ready = true;
  }

  boolean ready() {
    return ready;
  }

  @Override
  public boolean busy() {
    return inFlight > 0;
  }

  /** Whether it is worth a look, without knowing of anything. */
  void mayBeReady() {
    ready |= inFlight > 0;
  }

  @Override
  public void add(int slot, long nowNs) {
    if (inFlight++ == 0) {
      aliveNs = nowNs;
    }
    slots.connection[slot] = number;
    requests.add(slot);
  }

  @Override
  public int send(CompletionSink sink, long nowNs) {
    Session open = session;
    SelectionKey registered = key;
    if (open == null || registered == null || !(requests.pending() || open.pending())) {
      return 0;
    }
    try {
      if (open.flush()) {
        requests.send(open.wire());
      }
      int interest = interest(open);
      if (registered.interestOps() != interest) {
        registered.interestOps(interest);
      }
      return 0;
    } catch (IOException e) {
      return lose(e, sink);
    }
  }

  @Override
  public int receive(int happened, CompletionSink sink, long nowNs) {
    ready = false;
    Session open = session;
    if (happened == 0 || open == null) {
      return 0;
    }
    ByteChannel wire = open.wire();
    int delivered = 0;
    try {
      replies.mayRead();
      for (int slot = replies.next(wire); slot >= 0; slot = replies.next(wire)) {
        complete(slot, slots.result(slot), sink);
        delivered++;
      }
      return delivered;
    } catch (IOException e) {
      return delivered + lose(e, sink);
    }
  }

  private void complete(int slot, int result, CompletionSink sink) {
    slots.state[slot] = Slots.FREE;
    inFlight--;
    sink.completed(slot, result);
  }

  private int lose(IOException e, CompletionSink sink) {
    String why = String.valueOf(e.getMessage());
    if (e instanceof ProtocolException) {
      fail(said("broke the protocol: " + why));
      return drop(Errno.EPROTO, sink);
    }
    loss = Errno.ECONNRESET.text() + ", " + why;
    lostNs = System.nanoTime();
    int delivered = drop(Errno.ECONNRESET, sink);
    reconnection = Reconnection.start(target.name(), lostNs, selector::wakeup);
    target.news().note("The connection to " + target.name().server() + " was lost: " + loss);
    return delivered;
  }

  private int drop(Errno error, CompletionSink sink) {
    closeChannel();
    requests.restart();
    replies.restart();
    int delivered = 0;
    for (int slot = 0; slot < slots.depth(); slot++) {
      if (slots.connection[slot] == number && slots.state[slot] == Slots.SENT) {
        complete(slot, -error.number(), sink);
        delivered++;
      }
    }
    return delivered;
  }

  @Override
  public int look(long nowNs, CompletionSink sink) {
    Reconnection under = reconnection;
    if (under != null) {
      comeBack(under, nowNs);
      return 0;
    }
    long moved = requests.sentBytes() + replies.receivedBytes();
    if (moved != movedBytes || inFlight == 0) {
      movedBytes = moved;
      aliveNs = nowNs;
      return 0;
    }
    if (session == null || nowNs - aliveNs < target.name().timeout().toNanos()) {
      return 0;
    }
    fail(
        said(
            "has not answered for "
                + target.name().timeout().toSeconds()
                + " s: "
                + Errno.ETIMEDOUT.text()
                + "; it hangs, or nothing reaches it"));
    return drop(Errno.ETIMEDOUT, sink);
  }

  private void comeBack(Reconnection under, long nowNs) {
    Session taken = under.takeSession();
    String given = under.failure();
    if (taken != null) {
      reconnection = null;
      try {
        if (!taken.export().sameAs(target.export())) {
          taken.close();
          fail(changed(taken.export()));
          return;
        }
        use(taken);
        target
            .news()
            .note(
                String.format(
                    "The connection to %s is back after %.1f s",
                    target.name().server(), (nowNs - lostNs) / 1e9));
      } catch (IOException e) {
        fail(said("was lost again: " + e.getMessage()));
      }
    } else if (given != null) {
      reconnection = null;
      fail(said("was lost (" + loss + ") and did not come back: " + given));
    }
  }

  private void fail(String reason) {
    failure = reason;
    target.news().lose(reason);
  }

  private String changed(Export now) {
    return said(
        "serves something else now: "
            + now.sizeBytes()
            + " bytes, "
            + now.description()
            + "; it was "
            + target.export().sizeBytes()
            + " bytes, "
            + target.export().description());
  }

  private String said(String what) {
    return "The NBD server " + target.name().server() + " of " + target.uri() + " " + what;
  }

  @Override
  public void withdraw() {
    while (requests.withdraw()) {
      inFlight--;
    }
  }

  @Override
  public void close() {
    Reconnection under = reconnection;
    Session open = session;
    try {
      if (under != null) {
        under.close();
      }
      if (open != null && inFlight == 0) {
        open.close();
      }
    } catch (IOException _) { // it may be lost already, and is of no more use anyway
    }
    closeChannel();
  }

  private void closeChannel() {
    Session open = session;
    SelectionKey registered = key;
    session = null;
    key = null;
    try {
      if (registered != null) {
        registered.cancel();
      }
      if (open != null) {
        open.channel().close();
      }
      // A closed channel gives its descriptor back only when its key is gone from the selector.
      selector.selectNow(Connection::forget);
    } catch (IOException _) { // nothing more can be done about it
    }
  }

  private static void forget(SelectionKey selected) {
    if (selected.isValid() && selected.attachment() instanceof Connection connection) {
      connection.becameReady();
    }
  }
}
