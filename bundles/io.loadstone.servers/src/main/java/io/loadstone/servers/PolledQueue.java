package io.loadstone.servers;

import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.linux.Poll;
import java.lang.foreign.Arena;
import java.util.List;

/** A queue whose connections are descriptors, as those of native libraries are. */
public abstract class PolledQueue extends ServerQueue {
  private final PolledConnection[] connections;
  private final Poll poll;

  /** A connection that is waited for at its descriptor. */
  public interface PolledConnection extends ServerConnection {
    /** Says where something will happen. */
    void waitAt(Poll poll, int index);
  }

  /**
   * As of {@link ServerQueue}.
   *
   * @param arena of the queue's memory
   */
  protected PolledQueue(
      Arena arena,
      List<? extends Target> targets,
      QueueOptions options,
      ServerSlots slots,
      TargetConnections<? extends PolledConnection> opened) {
    super(targets, options, slots, opened);
    connections = opened.all().toArray(PolledConnection[]::new);
    poll = new Poll(arena, connections.length);
  }

  @Override
  protected final void await(long timeoutNs) {
    for (int i = 0; i < connections.length; i++) {
      connections[i].waitAt(poll, i);
    }
    poll.await(timeoutNs);
  }

  @Override
  protected final int happened(int connection) {
    return poll.happened(connection);
  }
}
