package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.servers.PolledQueue;
import io.loadstone.servers.TargetConnections;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slots of one loop and its sessions with iSCSI servers. */
final class IscsiQueue extends PolledQueue {
  private final Arena arena;
  private final Slots slots;
  private final Lun[] luns;

  private IscsiQueue(
      Arena arena,
      List<IscsiTarget> targets,
      QueueOptions options,
      Slots slots,
      TargetConnections<Connection> opened) {
    super(arena, targets, options, slots, opened);
    this.arena = arena;
    this.slots = slots;
    luns = targets.stream().map(IscsiTarget::lun).toArray(Lun[]::new);
  }

  /** Opens all sessions, or fails with the first reason. */
  static IscsiQueue open(List<IscsiTarget> targets, QueueOptions options) throws IOException {
    Arena arena = Arena.ofConfined();
    @Nullable Slots made = null;
    try {
      Slots slots = new Slots(arena, options);
      made = slots;
      return TargetConnections.open(
          targets,
          target -> target.name().connections(),
          (target, number) -> Connection.open(target, slots, number),
          opened -> new IscsiQueue(arena, targets, options, slots, opened));
    } catch (IOException | RuntimeException e) {
      if (made != null) {
        made.close();
      }
      arena.close();
      throw e;
    }
  }

  @Override
  protected boolean writable(int target) {
    return !luns[target].writeProtected();
  }

  @Override
  protected boolean inBlocks(int target, long offsetBytes, int bytes) {
    return ((offsetBytes | bytes) & (luns[target].blockBytes() - 1)) == 0;
  }

  @Override
  protected int begin(int slot, int target, IoKind kind, long offsetBytes, int bytes) {
    slots.repetitions[slot] = 0;
    if (kind == IoKind.FLUSH) {
      slots.kind[slot] = kind;
      slots.tasks[slot].flush();
    } else {
      slots.begin(slot, kind, luns[target], offsetBytes, bytes);
    }
    return ASK;
  }

  @Override
  protected void release() {
    slots.close();
    arena.close();
  }
}
