package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.servers.SessionConnection;
import java.io.IOException;
import java.net.InetSocketAddress;

/** One connection of a queue to one target, which is a session with it. */
final class Connection extends SessionConnection<Session> {
  // As many as the kernel tries, and some more: a LUN has one for each of several things (SAM-5).
  private static final int MOST_REPETITIONS = 16;

  private final IscsiTarget target;
  private final IscsiUri name;
  private final Slots slots;
  private final InetSocketAddress portal;

  private Connection(IscsiTarget target, Slots slots, int number) throws IOException {
    super(slots, number, target.name().timeout(), target.news());
    this.target = target;
    this.name = target.name();
    this.slots = slots;
    portal = name.portal().address();
  }

  /**
   * Opens it.
   *
   * @param number of this connection in the queue
   */
  static Connection open(IscsiTarget target, Slots slots, int number) throws IOException {
    Connection connection = new Connection(target, slots, number);
    connection.use(Login.complete(connection.name, connection::attempt).release());
    return connection;
  }

  @Override
  protected Login attempt() throws IOException {
    return Login.again(name, portal, target.lun());
  }

  @Override
  protected void began(Session opened) {
    opened.tell(this::takeStatus);
  }

  // What is cancelled stays as it is: whoever ended the session knows better what it was.
  private void takeStatus(int slot, int status) {
    if (status != ScsiErrors.CANCELLED) {
      take(slot, status);
    }
  }

  @Override
  protected void ask(Session open, int slot) throws IOException {
    open.send(slots.tasks[slot], slot);
  }

  @Override
  protected int answered(int slot, int status) {
    if (status != ScsiErrors.GOOD) {
      return judged(slot, status);
    }
    if (slots.kind[slot] == IoKind.FLUSH) {
      return 0;
    }
    return slots.goesOn(slot, target.lun()) ? AGAIN : slots.doneBytes[slot];
  }

  private int judged(int slot, int status) {
    ScsiTask task = slots.tasks[slot];
    int key = task.senseKey();
    int code = task.senseCode();
    task.forgetSense();
    if (ScsiErrors.isAttention(status, key) && slots.repetitions[slot]++ < MOST_REPETITIONS) {
      if (!ScsiErrors.isReset(code)) {
        target.told(status, key, code);
      }
      return AGAIN;
    }
    target.told(status, key, code);
    if (ScsiErrors.isGone(status, key, code)) {
      fail("has no LUN " + name.lun() + " any more: " + ScsiErrors.words(status, key, code));
    }
    return -ScsiErrors.errno(status, key, code).number();
  }

  @Override
  protected String said(String what) {
    return name.said(what);
  }

  @Override
  protected String words() {
    return "The session with " + name.portal();
  }
}
