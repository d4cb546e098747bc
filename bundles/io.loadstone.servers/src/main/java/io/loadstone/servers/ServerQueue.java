package io.loadstone.servers;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one loop and its connections to servers: offering, sending, waiting, receiving,
 * looking after lost connections and taking leave, whatever the protocol.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none while connections are up.
 */
public abstract class ServerQueue implements IoQueue {
  /** What {@link #begin} says of a request that the server is to be asked for. */
  protected static final int ASK = 1;

  // How often somebody looks for silent servers and lost connections at least.
  private static final long LOOK_NS = 100_000_000;
  private static final long POLITE_NS = 1_000_000_000;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final ServerSlots slots;
  private final TargetConnections<?> byTarget;
  private final ServerConnection[] connections;
  private final long[] targetBytes;

  // Operations that need no server: their slots and results.
  private final int[] instant;
  private final int[] instantResult;
  private int instants;

  private int busy;
  private long nowNs;

  /**
   * A queue on connections that are up, which are its own from now on.
   *
   * @param targets in the order of their connections
   */
  protected ServerQueue(
      List<? extends Target> targets,
      QueueOptions options,
      ServerSlots slots,
      TargetConnections<?> opened) {
    this.options = options;
    this.slots = slots;
    byTarget = opened;
    connections = opened.all().toArray(ServerConnection[]::new);
    targetBytes = targets.stream().mapToLong(Target::sizeBytes).toArray();
    instant = new int[slots.depth()];
    instantResult = new int[slots.depth()];
    nowNs = System.nanoTime();
  }

  /** Whether a target takes writes. */
  protected abstract boolean writable(int target);

  /**
   * Whether a read or write meets the target's blocks; one that does not gets EINVAL.
   *
   * @param bytes of it that are within the target, maybe 0
   */
  protected boolean inBlocks(int target, long offsetBytes, int bytes) {
    return true;
  }

  /**
   * Makes the request of an operation within the target.
   *
   * @param bytes more than 0; 0 of a flush
   * @return {@link #ASK}, or its result where the server need not be asked: 0 or a negated errno
   */
  protected abstract int begin(int slot, int target, IoKind kind, long offsetBytes, int bytes);

  /**
   * Waits until something happens at a connection, and never longer by more than the system is
   * late.
   *
   * @param timeoutNs longest wait; 0 for a look at what has happened
   */
  protected abstract void await(long timeoutNs) throws IOException;

  /**
   * What the last wait saw.
   *
   * @param connection its number
   * @return 0 for nothing; the rest is between the queue and its connections
   */
  protected abstract int happened(int connection);

  /** Frees what is left; the connections are closed. */
  protected abstract void release();

  @Override
  public final int depth() {
    return slots.depth();
  }

  @Override
  public final MemorySegment buffer(int slot) {
    return slots.buffers[slot];
  }

  @Override
  public final boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (slots.state[slot] != ServerSlots.FREE) {
      return false;
    }
    options.requireRoom(lengthBytes);
    busy++;
    int result = begun(slot, target, kind, offsetBytes, lengthBytes);
    if (result == ASK) {
      connections[byTarget.numberFor(target, slot)].add(slot, nowNs);
    } else {
      slots.state[slot] = ServerSlots.WAITING;
      slots.connection[slot] = -1;
      instant[instants] = slot;
      instantResult[instants++] = result;
    }
    return true;
  }

  private int begun(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (kind == IoKind.FLUSH) {
      return begin(slot, target, kind, 0, 0);
    }
    if (kind == IoKind.WRITE && !writable(target)) {
      return -Errno.EBADF.number();
    }
    // A server would refuse what reaches beyond the end as a whole; devices move what is there.
    int bytes = Math.clamp(targetBytes[target] - offsetBytes, 0, lengthBytes);
    if (!inBlocks(target, offsetBytes, bytes)) {
      return -Errno.EINVAL.number();
    }
    if (bytes == 0) {
      return kind == IoKind.WRITE ? -Errno.ENOSPC.number() : 0;
    }
    return begin(slot, target, kind, offsetBytes, bytes);
  }

  @Override
  public final int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink)
      throws IOException {
    failIfBroken(0);
    nowNs = System.nanoTime();
    long deadlineNs = nowNs + timeoutNs;
    int wanted = Math.min(atLeast, busy);
    int delivered = answerInstants(sink) + send(sink);
    if (delivered >= wanted || timeoutNs <= 0) {
      await(0);
      delivered += receive(sink);
    }
    while (true) {
      delivered += send(sink);
      failIfBroken(delivered);
      long leftNs = deadlineNs - nowNs;
      if (delivered >= wanted || leftNs <= 0 || failure() != null) {
        busy -= delivered;
        return delivered;
      }
      await(Math.min(leftNs, LOOK_NS));
      nowNs = System.nanoTime();
      delivered += receive(sink);
    }
  }

  private int answerInstants(CompletionSink sink) {
    int count = instants;
    instants = 0;
    for (int i = 0; i < count; i++) {
      slots.state[instant[i]] = ServerSlots.FREE;
      sink.completed(instant[i], instantResult[i]);
    }
    return count;
  }

  private int send(CompletionSink sink) {
    int delivered = 0;
    for (ServerConnection connection : connections) {
      delivered += connection.send(sink, nowNs);
    }
    return delivered;
  }

  private int receive(CompletionSink sink) {
    int delivered = 0;
    for (int i = 0; i < connections.length; i++) {
      delivered += connections[i].receive(happened(i), sink, nowNs);
      delivered += connections[i].look(nowNs, sink);
    }
    return delivered;
  }

  private @Nullable String failure() {
    for (ServerConnection connection : connections) {
      if (connection.failure() != null) {
        return connection.failure();
      }
    }
    return null;
  }

  // What failed with the connection is delivered first: it counts.
  private void failIfBroken(int delivered) throws IOException {
    String failure = delivered > 0 ? null : failure();
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  @Override
  public final void close() {
    if (!owner.closes()) {
      return;
    }
    try {
      takeLeave();
    } catch (IOException _) { // the connections are of no more use anyway
    } finally {
      for (ServerConnection connection : connections) {
        connection.close();
      }
      release();
    }
  }

  // Protocols want a client to wait for its answers and to say good-bye: nbdkit 1.32 dies of one
  // that does not. A server that takes longer is left all the same.
  private void takeLeave() throws IOException {
    for (ServerConnection connection : connections) {
      connection.withdraw();
    }
    long deadlineNs = System.nanoTime() + POLITE_NS;
    awaitEndOf(ServerConnection::busy, deadlineNs);
    for (ServerConnection connection : connections) {
      connection.leave();
    }
    awaitEndOf(ServerConnection::isLeaving, deadlineNs);
  }

  private void awaitEndOf(Predicate<ServerConnection> what, long deadlineNs) throws IOException {
    CompletionSink nobody = (slot, result) -> {};
    nowNs = System.nanoTime();
    while (Stream.of(connections).anyMatch(what) && nowNs - deadlineNs < 0) {
      await(deadlineNs - nowNs);
      nowNs = System.nanoTime();
      receive(nobody);
      send(nobody);
    }
  }
}
