package io.loadstone.servers;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A server that answers, hangs up and refuses as a test says; blocks of 512 bytes. */
final class ScriptedServer {
  final TargetNews news = new TargetNews();

  /** Whether what is asked is answered at the next look. */
  boolean answers;

  /** The same from the moment on at which the queue waits for the last answers. */
  boolean answersOnceClosing;

  /** Why the session is lost at the next look; null if it is not. */
  @Nullable String loss;

  /** What the next attempts end with. */
  final Queue<IOException> refusals = new ArrayDeque<>();

  /** Whether attempts, those that are not refused, never end. */
  boolean hangs;

  int asked;
  int attempts;
  int left;
  int outstandingAtLeave = -1;
  int open;

  final class Session implements ServerSession {
    private final Queue<Integer> unanswered = new ArrayDeque<>();
    private @Nullable Connection connection;
    private boolean taken;

    Session() {
      open++;
    }

    @Override
    public int fd() {
      return -1;
    }

    @Override
    public int events() {
      return 0;
    }

    @Override
    public void service(int happened) throws IOException {
      String why = loss;
      if (why != null) {
        loss = null;
        throw new IOException(why);
      }
      Connection told = connection;
      while (answers && told != null && !unanswered.isEmpty()) {
        told.takeWhole(unanswered.remove());
      }
    }

    @Override
    public void leave() {
      outstandingAtLeave = unanswered.size();
      left++;
      taken = true;
    }

    @Override
    public boolean isLeft() {
      return taken;
    }

    @Override
    public void close() {
      open--;
    }
  }

  record Attempt(ScriptedServer server, Session session) implements SessionAttempt<Session> {
    @Override
    public boolean service(int happened) throws IOException {
      IOException refusal = server.refusals.poll();
      if (refusal != null) {
        throw refusal;
      }
      return !server.hangs;
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

  final class Connection extends SessionConnection<Session> {
    private final ServerSlots slots;

    private Connection(ServerSlots slots, int number) {
      super(slots, number, Duration.ofMillis(500), news);
      this.slots = slots;
    }

    private void takeWhole(int slot) {
      take(slot, slots.lengthBytes[slot]);
    }

    @Override
    protected SessionAttempt<Session> attempt() {
      attempts++;
      return new Attempt(ScriptedServer.this, new Session());
    }

    @Override
    protected void began(Session opened) {
      opened.connection = this;
    }

    @Override
    protected void ask(Session to, int slot) {
      asked++;
      to.unanswered.add(slot);
    }

    @Override
    protected int answered(int slot, int result) {
      return result;
    }

    @Override
    protected String said(String what) {
      return "The server " + what;
    }

    @Override
    protected String words() {
      return "The session";
    }
  }

  Connection connection(ServerSlots slots, int number) {
    Connection connection = new Connection(slots, number);
    connection.use(new Session());
    return connection;
  }

  /** A queue with one connection to each target. */
  <T extends Target> LoopQueue open(List<T> targets, QueueOptions options) throws IOException {
    Arena arena = Arena.ofConfined();
    ServerSlots slots = new ServerSlots(arena, options);
    return TargetConnections.open(
        targets,
        target -> 1,
        (target, number) -> connection(slots, number),
        opened -> new LoopQueue(arena, targets, options, slots, opened));
  }

  final class LoopQueue extends ServerQueue {
    private final Arena arena;
    private final ServerSlots slots;

    private LoopQueue(
        Arena arena,
        List<? extends Target> targets,
        QueueOptions options,
        ServerSlots slots,
        TargetConnections<Connection> opened) {
      super(targets, options, slots, opened);
      this.arena = arena;
      this.slots = slots;
    }

    @Override
    protected boolean writable(int target) {
      return true;
    }

    @Override
    protected boolean inBlocks(int target, long offsetBytes, int bytes) {
      return ((offsetBytes | bytes) & 511) == 0;
    }

    @Override
    protected int begin(int slot, int target, IoKind kind, long offsetBytes, int bytes) {
      slots.begin(slot, kind, offsetBytes, bytes);
      return ASK;
    }

    @Override
    protected void await(long timeoutNs) {
      answers |= answersOnceClosing;
    }

    @Override
    protected int happened(int connection) {
      return 1;
    }

    @Override
    protected void release() {
      arena.close();
    }
  }
}
