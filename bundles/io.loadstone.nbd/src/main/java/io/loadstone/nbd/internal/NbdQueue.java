package io.loadstone.nbd.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one loop and its connections: each target has some, and slots take turns on them.
 */
final class NbdQueue implements IoQueue {
  private static final long MS_NS = 1_000_000;
  // How often somebody looks for silent servers at least.
  private static final long LOOK_NS = 100_000_000;
  private static final long POLITE_NS = 1_000_000_000;
  private static final Consumer<SelectionKey> READY = NbdQueue::ready;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final Arena arena = Arena.ofConfined();
  private final Slots slots;
  private final Selector selector;
  private final Connection[] connections;
  private final Export[] exports;

  // By target: its first connection, and how many there are.
  private final int[] firstOf;
  private final int[] countOf;

  // Operations that need no server: their slots and results.
  private final int[] instant;
  private final int[] instantResult;
  private int instants;

  private int busy;
  private long nowNs;

  NbdQueue(List<NbdTarget> targets, QueueOptions options) throws IOException {
    this.options = options;
    firstOf = new int[targets.size()];
    countOf = new int[targets.size()];
    exports = new Export[targets.size()];
    instant = new int[options.depth()];
    instantResult = new int[options.depth()];
    List<Connection> opened = new ArrayList<>();
    @Nullable Selector opening = null;
    try {
      slots = new Slots(arena, options);
      opening = Selector.open();
      int[] connectionOf = new int[options.depth()];
      for (int t = 0; t < targets.size(); t++) {
        NbdTarget target = targets.get(t);
        exports[t] = target.export();
        firstOf[t] = opened.size();
        countOf[t] = target.name().connections();
        for (int c = 0; c < countOf[t]; c++) {
          opened.add(new Connection(target, slots, connectionOf, opened.size(), arena, opening));
        }
      }
    } catch (IOException | RuntimeException e) {
      opened.forEach(Connection::close);
      if (opening != null) {
        opening.close();
      }
      arena.close();
      throw e;
    }
    selector = opening;
    connections = opened.toArray(Connection[]::new);
    nowNs = System.nanoTime();
  }

  private static void ready(SelectionKey key) {
    ((Connection) key.attachment()).becameReady();
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
    Export export = exports[target];
    // A server would refuse what reaches beyond the end as a whole; devices move what is there.
    int bytes = Math.clamp(export.sizeBytes() - offsetBytes, 0, lengthBytes);
    busy++;
    switch (kind) {
      case FLUSH -> {
        slots.fill(slot, Protocol.CMD_FLUSH, 0, 0);
        if (!export.flushes()) {
          // Nothing is kept back that could be flushed, as the protocol has it.
          return answer(slot, 0);
        }
      }
      case READ -> {
        slots.fill(slot, Protocol.CMD_READ, offsetBytes, bytes);
        if (bytes == 0) {
          return answer(slot, 0);
        }
      }
      case WRITE -> {
        slots.fill(slot, Protocol.CMD_WRITE, offsetBytes, bytes);
        if (export.readOnly()) {
          return answer(slot, -Errno.EBADF.number());
        }
        if (bytes == 0) {
          return answer(slot, -Errno.ENOSPC.number());
        }
      }
    }
    connections[firstOf[target] + slot % countOf[target]].add(slot, nowNs);
    return true;
  }

  private boolean answer(int slot, int result) {
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
      delivered += receive(sink, true);
    }
    while (true) {
      delivered += look(sink);
      failIfBroken(delivered);
      long leftNs = deadlineNs - nowNs;
      if (delivered >= wanted || leftNs <= 0 || failure() != null) {
        busy -= delivered;
        return delivered;
      }
      await(leftNs);
      delivered += receive(sink, false) + send(sink);
      nowNs = System.nanoTime();
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
      if (connection.hasToSend()) {
        delivered += connection.send(sink);
      }
    }
    return delivered;
  }

  private int receive(CompletionSink sink, boolean all) {
    int delivered = 0;
    for (Connection connection : connections) {
      if (connection.ready() || (all && connection.busy())) {
        delivered += connection.receive(sink);
      }
    }
    return delivered;
  }

  private int look(CompletionSink sink) {
    int delivered = 0;
    for (Connection connection : connections) {
      delivered += connection.look(nowNs, sink);
    }
    return delivered;
  }

  // The system's call knows milliseconds only, and must not sleep longer than it was told: a load
  // with delays would be late by half a millisecond on average. What is left of one is polled.
  private void await(long leftNs) throws IOException {
    if (leftNs >= MS_NS) {
      selector.select(READY, Math.min(leftNs, LOOK_NS) / MS_NS);
    } else {
      Thread.onSpinWait();
      selector.selectNow(READY);
    }
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
    try (arena;
        selector) {
      leavePolitely();
    } catch (IOException _) { // the connections are of no more use anyway
    }
  }

  // The protocol wants a client to wait for its answers and to say good-bye; nbdkit 1.32 dies of
  // one that does not. A server that takes longer is left all the same.
  private void leavePolitely() throws IOException {
    CompletionSink nobody = (slot, result) -> {};
    for (Connection connection : connections) {
      connection.withdraw();
    }
    long deadlineNs = System.nanoTime() + POLITE_NS;
    try {
      for (long leftNs = POLITE_NS; inFlight() && leftNs > 0; ) {
        await(leftNs);
        receive(nobody, false);
        send(nobody);
        leftNs = deadlineNs - System.nanoTime();
      }
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private boolean inFlight() {
    for (Connection connection : connections) {
      if (connection.busy()) {
        return true;
      }
    }
    return false;
  }
}
