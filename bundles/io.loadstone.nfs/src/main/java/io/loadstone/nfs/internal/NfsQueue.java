package io.loadstone.nfs.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.servers.PolledQueue;
import io.loadstone.servers.ServerSlots;
import io.loadstone.servers.TargetConnections;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;

/** The slots of one loop and its connections to NFS servers. */
final class NfsQueue extends PolledQueue {
  private final Arena arena;
  private final ServerSlots slots;
  private final NfsTarget[] files;

  private NfsQueue(
      Arena arena,
      List<NfsTarget> targets,
      QueueOptions options,
      ServerSlots slots,
      TargetConnections<Connection> opened) {
    super(arena, targets, options, slots, opened);
    this.arena = arena;
    this.slots = slots;
    files = targets.toArray(NfsTarget[]::new);
  }

  /** Opens all connections, or fails with the first reason. */
  static NfsQueue open(List<NfsTarget> targets, QueueOptions options) throws IOException {
    Arena arena = Arena.ofConfined();
    try {
      ServerSlots slots = new ServerSlots(arena, options);
      return TargetConnections.open(
          targets,
          target -> target.name().connections(),
          (target, number) -> Connection.open(arena, target, slots, number),
          opened -> new NfsQueue(arena, targets, options, slots, opened));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  @Override
  protected boolean writable(int target) {
    return files[target].writable();
  }

  @Override
  protected int begin(int slot, int target, IoKind kind, long offsetBytes, int bytes) {
    slots.begin(slot, kind, offsetBytes, bytes);
    return ASK;
  }

  @Override
  protected void release() {
    arena.close();
  }
}
