package io.loadstone.nfs.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import io.loadstone.linux.Poll;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one loop and its connections: each target has some, and slots take turns on them.
 */
final class NfsQueue implements IoQueue {
  // How often somebody looks for silent servers and lost sessions at least.
  private static final long LOOK_NS = 100_000_000;
  private static final long POLITE_NS = 1_000_000_000;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final Arena arena = Arena.ofConfined();
  private final Slots slots;
  private final Poll poll;
  private final Connection[] connections;
  private final NfsTarget[] files;

  // By target: its first connection, and how many there are.
  private final int[] firstOf;
  private final int[] countOf;

  // Operations that need no server: their slots and results.
  private final int[] instant;
  private final int[] instantResult;
  private int instants;

  private int busy;
  private long nowNs;

  NfsQueue(List<NfsTarget> targets, QueueOptions options) throws IOException {
    this.options = options;
    firstOf = new int[targets.size()];
    countOf = new int[targets.size()];
    files = new NfsTarget[targets.size()];
    instant = new int[options.depth()];
    instantResult = new int[options.depth()];
    List<Connection> opened = new ArrayList<>();
    try {
      slots = new Slots(arena, options);
      for (int t = 0; t < targets.size(); t++) {
        NfsTarget target = targets.get(t);
        files[t] = target;
        firstOf[t] = opened.size();
        countOf[t] = target.name().connections();
        for (int c = 0; c < countOf[t]; c++) {
          opened.add(Connection.open(arena, target, slots, opened.size()));
        }
      }
      poll = new Poll(arena, opened.size());
    } catch (IOException | RuntimeException e) {
      opened.forEach(Connection::close);
      arena.close();
      throw e;
    }
    connections = opened.toArray(Connection[]::new);
    nowNs = System.nanoTime();
  }

  @Override
  public int depth() {
    return slots.depth();
  }

  @Override
  public MemorySegment buffer(int slot) {
    return slots.buffers[slot];
  }

  @Override
  public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (slots.state[slot] != Slots.FREE) {
      return false;
    }
    options.requireRoom(lengthBytes);
    NfsTarget file = files[target];
    busy++;
    if (kind == IoKind.FLUSH) {
      slots.begin(slot, kind, 0, 0);
    } else {
      if (kind == IoKind.WRITE && !file.writable()) {
        return answer(slot, -Errno.EBADF.number());
      }
      // The file keeps the length that it was laid out with.
      int bytes = Math.clamp(file.sizeBytes() - offsetBytes, 0, lengthBytes);
      if (bytes == 0) {
        return answer(slot, kind == IoKind.WRITE ? -Errno.ENOSPC.number() : 0);
      }
      slots.begin(slot, kind, offsetBytes, bytes);
    }
    connections[firstOf[target] + slot % countOf[target]].add(slot);
    return true;
  }

  private boolean answer(int slot, int result) {
    slots.state[slot] = Slots.WAITING;
    slots.connection[slot] = -1;
    instant[instants] = slot;
    instantResult[instants++] = result;
    return true;
  }

  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) throws IOException {
    failIfBroken(0);
    nowNs = System.nanoTime();
    long deadlineNs = nowNs + timeoutNs;
    int wanted = Math.min(atLeast, busy);
    int delivered = answerInstants(sink) + send(sink);
    if (delivered >= wanted || timeoutNs <= 0) {
      poll(0);
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
      poll(Math.min(leftNs, LOOK_NS));
      nowNs = System.nanoTime();
      delivered += receive(sink);
    }
  }

  private int answerInstants(CompletionSink sink) {
    int count = instants;
    instants = 0;
    for (int i = 0; i < count; i++) {
      slots.state[instant[i]] = Slots.FREE;
      sink.completed(instant[i], instantResult[i]);
    }
    return count;
  }

  private int send(CompletionSink sink) {
    int delivered = 0;
    for (Connection connection : connections) {
      delivered += connection.send(sink, nowNs);
    }
    return delivered;
  }

  private void poll(long timeoutNs) {
    for (int i = 0; i < connections.length; i++) {
      connections[i].waitAt(poll, i);
    }
    poll.await(timeoutNs);
  }

  private int receive(CompletionSink sink) {
    int delivered = 0;
    for (int i = 0; i < connections.length; i++) {
      delivered += connections[i].receive(poll.happened(i), sink, nowNs);
      delivered += connections[i].look(nowNs, sink);
    }
    return delivered;
  }

  private @Nullable String failure() {
    for (Connection connection : connections) {
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
  public void close() {
    if (!owner.closes()) {
      return;
    }
    CompletionSink nobody = (slot, result) -> {};
    for (Connection connection : connections) {
      connection.withdraw();
    }
    long deadlineNs = System.nanoTime() + POLITE_NS;
    await(Connection::busy, deadlineNs, nobody);
    for (Connection connection : connections) {
      connection.leave();
    }
    await(Connection::isLeaving, deadlineNs, nobody);
    for (Connection connection : connections) {
      connection.close();
    }
    arena.close();
  }

  // A server that takes longer is left all the same.
  private void await(Predicate<Connection> what, long deadlineNs, CompletionSink nobody) {
    nowNs = System.nanoTime();
    while (Stream.of(connections).anyMatch(what) && nowNs - deadlineNs < 0) {
      poll(deadlineNs - nowNs);
      nowNs = System.nanoTime();
      receive(nobody);
      send(nobody);
    }
  }
}
