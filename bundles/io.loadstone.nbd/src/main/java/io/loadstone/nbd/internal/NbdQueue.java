package io.loadstone.nbd.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.servers.ServerQueue;
import io.loadstone.servers.TargetConnections;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.Consumer;

/** The slots of one loop and its connections to NBD servers. */
final class NbdQueue extends ServerQueue {
  private static final long MS_NS = 1_000_000;
  private static final int READY = 1;
  private static final Consumer<SelectionKey> BECAME_READY = NbdQueue::becameReady;

  private final Arena arena;
  private final Slots slots;
  private final Selector selector;
  private final Connection[] connections;
  private final Export[] exports;

  private NbdQueue(
      Arena arena,
      Selector selector,
      List<NbdTarget> targets,
      QueueOptions options,
      Slots slots,
      TargetConnections<Connection> opened) {
    super(targets, options, slots, opened);
    this.arena = arena;
    this.selector = selector;
    this.slots = slots;
    connections = opened.all().toArray(Connection[]::new);
    exports = targets.stream().map(NbdTarget::export).toArray(Export[]::new);
  }

  /** Opens all connections, or fails with the first reason. */
  static NbdQueue open(List<NbdTarget> targets, QueueOptions options) throws IOException {
    Arena arena = Arena.ofConfined();
    try {
      return open(arena, Selector.open(), targets, options);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  private static NbdQueue open(
      Arena arena, Selector selector, List<NbdTarget> targets, QueueOptions options)
      throws IOException {
    try {
      Slots slots = new Slots(arena, options);
      return TargetConnections.open(
          targets,
          target -> target.name().connections(),
          (target, number) -> new Connection(target, slots, number, arena, selector),
          opened -> new NbdQueue(arena, selector, targets, options, slots, opened));
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
  }

  private static void becameReady(SelectionKey key) {
    ((Connection) key.attachment()).becameReady();
  }

  @Override
  protected boolean writable(int target) {
    return !exports[target].readOnly();
  }

  @Override
  protected int begin(int slot, int target, IoKind kind, long offsetBytes, int bytes) {
    if (kind == IoKind.FLUSH && !exports[target].flushes()) {
      // Nothing is kept back that could be flushed, as the protocol has it.
      return 0;
    }
    slots.fill(slot, kind, offsetBytes, bytes);
    return ASK;
  }

  // The system's call knows milliseconds only, and must not sleep longer than it was told: a load
  // with delays would be late by half a millisecond on average. What is left of one is polled.
  @Override
  protected void await(long timeoutNs) throws IOException {
    if (timeoutNs >= MS_NS) {
      selector.select(BECAME_READY, timeoutNs / MS_NS);
    } else if (timeoutNs > 0) {
      Thread.onSpinWait();
      selector.selectNow(BECAME_READY);
    } else {
      // A read that finds nothing costs less than to ask the selector first.
      for (Connection connection : connections) {
        connection.mayBeReady();
      }
    }
  }

  @Override
  protected int happened(int connection) {
    return connections[connection].ready() ? READY : 0;
  }

  @Override
  protected void release() {
    try (arena) {
      selector.close();
    } catch (IOException _) { // nothing more can be done about it
    }
  }
}
