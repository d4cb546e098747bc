package io.loadstone.sim.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks the device when each operation will be done, and delivers it then: sleeps until shortly
 * before, and watches the clock for the rest, since no sleep ends on the microsecond.
 */
final class SimQueue implements IoQueue {
  // With the finest timer slack, which the core gives its loops, 99 of 100 sleeps end within this
  // time after their end.
  private static final long WATCHED_NS = 60_000;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final SimDevice[] devices;
  private final long[] sizeBytes;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment[] buffers;

  // By slot; busy from its offer to its completion.
  private final boolean[] busy;
  private final int[] results;
  private final int[] targets;
  private final IoKind[] kinds;
  private final long[] offsetsBytes;
  private final int[] lengthsBytes;

  private final int[] offered;
  private int offeredCount;
  private final DueHeap inFlight;

  SimQueue(List<SimTarget> targets, QueueOptions options) throws IOException {
    this.options = options;
    int depth = options.depth();
    devices = targets.stream().map(SimTarget::model).toArray(SimDevice[]::new);
    sizeBytes = targets.stream().mapToLong(SimTarget::sizeBytes).toArray();
    busy = new boolean[depth];
    results = new int[depth];
    this.targets = new int[depth];
    kinds = new IoKind[depth];
    offsetsBytes = new long[depth];
    lengthsBytes = new int[depth];
    offered = new int[depth];
    inFlight = new DueHeap(depth);
    buffers = options.buffersOf(arena);
  }

  @Override
  public int depth() {
    return busy.length;
  }

  @Override
  public MemorySegment buffer(int slot) {
    return buffers[slot];
  }

  @Override
  public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (busy[slot]) {
      return false;
    }
    options.requireRoom(lengthBytes);
    busy[slot] = true;
    targets[slot] = target;
    kinds[slot] = kind;
    offsetsBytes[slot] = offsetBytes;
    lengthsBytes[slot] = lengthBytes;
    // What lies beyond the end of the target does not move.
    results[slot] = (int) Math.clamp(sizeBytes[target] - offsetBytes, 0L, (long) lengthBytes);
    offered[offeredCount++] = slot;
    return true;
  }

  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
    long beganNs = System.nanoTime();
    submit(beganNs);
    int delivered = 0;
    long now = beganNs;
    while (true) {
      while (!inFlight.isEmpty() && inFlight.firstDueNs() - now <= 0) {
        int slot = inFlight.takeFirst();
        busy[slot] = false;
        sink.completed(slot, results[slot]);
        delivered++;
      }
      long leftNs = timeoutNs - (now - beganNs);
      if (delivered >= atLeast || leftNs <= 0) {
        return delivered;
      }
      rest(inFlight.isEmpty() ? leftNs : Math.min(leftNs, inFlight.firstDueNs() - now));
      now = System.nanoTime();
    }
  }

  private void submit(long nowNs) {
    for (int i = 0; i < offeredCount; i++) {
      int slot = offered[i];
      long dueNs =
          devices[targets[slot]].dueNs(nowNs, kinds[slot], offsetsBytes[slot], lengthsBytes[slot]);
      inFlight.add(slot, dueNs);
    }
    offeredCount = 0;
  }

  private void rest(long ns) {
    if (ns > WATCHED_NS) {
      LockSupport.parkNanos(this, ns - WATCHED_NS);
    } else {
      Thread.onSpinWait();
    }
  }

  // Nothing is written into a buffer, ever: nobody has to be waited for.
  @Override
  public void close() {
    if (owner.closes()) {
      arena.close();
    }
  }
}
