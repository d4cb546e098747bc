package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.servers.ServerSlots;
import io.loadstone.servers.SessionAttempt;
import io.loadstone.servers.SessionConnection;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/** One connection of a queue to one target, which has the file open for itself. */
final class Connection extends SessionConnection<Session> {
  private final NfsTarget target;
  private final ServerSlots slots;
  private final InetSocketAddress server;
  private final MemorySegment memory;

  // Of one request.
  private long most;

  private Connection(Arena arena, NfsTarget target, ServerSlots slots, int number)
      throws IOException {
    super(slots, number, target.name().timeout(), target.news());
    this.target = target;
    this.slots = slots;
    server = target.name().server().address();
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

  @Override
  protected SessionAttempt<Session> attempt() throws IOException {
    return new Attempt(target.connect(server));
  }

  @Override
  protected void began(Session opened) {
    opened.tell(this::takeAnswer);
    most = target.mostBytes(opened);
  }

  // What was read is the library's, and gone after this: hence the copy.
  private void takeAnswer(int slot, int result, long data) {
    if (result > 0 && slots.kind[slot] == IoKind.READ) {
      int bytes = Math.min(result, slots.lengthBytes[slot] - slots.doneBytes[slot]);
      MemorySegment.copy(memory, data, slots.buffers[slot], slots.doneBytes[slot], bytes);
    }
    take(slot, result);
  }

  @Override
  protected void ask(Session open, int slot) throws IOException {
    int done = slots.doneBytes[slot];
    long at = slots.offsetBytes[slot] + done;
    long bytes = Math.min(slots.lengthBytes[slot] - done, most);
    switch (slots.kind[slot]) {
      case FLUSH -> open.sync(slot);
      case READ -> open.read(at, bytes, slot);
      default -> open.write(at, bytes, slots.addresses[slot] + done, slot);
    }
  }

  // A server moves less than asked at will; only nothing at all is the end of the file.
  @Override
  protected int answered(int slot, int result) {
    if (result == -Errno.ESTALE.number()) {
      fail("has the file no more: " + Errno.ESTALE.text() + ", it was removed or replaced");
    }
    if (result < 0 || slots.kind[slot] == IoKind.FLUSH) {
      return Math.min(result, 0);
    }
    slots.doneBytes[slot] += result;
    boolean whole = result == 0 || slots.doneBytes[slot] >= slots.lengthBytes[slot];
    return whole ? slots.doneBytes[slot] : AGAIN;
  }

  @Override
  protected String said(String what) {
    return target.name().said(what);
  }

  @Override
  protected String words() {
    return "The connection to " + target.name().server();
  }
}
