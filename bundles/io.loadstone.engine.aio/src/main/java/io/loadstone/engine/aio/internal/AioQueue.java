package io.loadstone.engine.aio.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import io.loadstone.api.target.Target;
import io.loadstone.linux.Attempts;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of one context. Slot {@code i} has control block {@code i}; those that wait for the
 * next submission are listed in the order of their offers.
 *
 * <p>The kernel performs I/O through the page cache while it takes it over, and would stay in that
 * with a pipe or a terminal until somebody writes into it. So files are opened non-blocking, which
 * disks do not care for, and what says that it is not ready is asked again.
 */
final class AioQueue implements IoQueue {
  private static final Logger log = LoggerFactory.getLogger(AioQueue.class);
  private static final int EAGAIN = -Errno.EAGAIN.number();
  private static final int EINTR = -Errno.EINTR.number();
  private static final long STALL_PAUSE_NS = 50_000;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final Arena arena = Arena.ofConfined();
  private final TargetFiles files;
  private final SlotBuffers buffers;
  private final AioContext context;
  private final AioContext.Completion completion = new AioContext.Completion();
  private final int depth;
  private final long[] addresses;
  private final int[] fds;
  private final boolean[] isDisk;

  private final Attempts attempts;
  // By slot.
  private final int[] targets;

  private int listed;
  // Of those listed, at the end: how many are listed again since their target was not ready.
  private int unready;

  AioQueue(List<? extends Target> opened, QueueOptions options) throws IOException {
    files = TargetFiles.open(opened, _ -> FileCalls.O_NONBLOCK);
    depth = options.depth();
    this.options = options;
    fds = files.descriptors();
    isDisk = new boolean[fds.length];
    try {
      for (int target = 0; target < fds.length; target++) {
        FileStatus status = FileStatus.of(fds[target]);
        isDisk[target] = status.isRegularFile() || status.isBlockDevice();
      }
      buffers = new SlotBuffers(arena, options);
      context = AioSupport.newContext(arena, depth);
    } catch (IOException | RuntimeException e) {
      arena.close();
      files.close();
      throw e;
    }
    addresses = buffers.addresses();
    attempts = new Attempts(depth);
    targets = new int[depth];
  }

  /** How often an operation was handed over again after EAGAIN or EINTR. */
  long repeated() {
    return attempts.repeated();
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public MemorySegment buffer(int slot) {
    return buffers.slot(slot);
  }

  @Override
  public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (!attempts.isFree(slot)) {
      return false;
    }
    if (kind == IoKind.FLUSH) {
      // No address, length and offset, or the kernel says EINVAL.
      context.write(slot, AioContext.FSYNC, fds[target], 0, 0, 0);
    } else {
      options.requireRoom(lengthBytes);
      int opcode = kind == IoKind.READ ? AioContext.PREAD : AioContext.PWRITE;
      context.write(slot, opcode, fds[target], addresses[slot], lengthBytes, offsetBytes);
    }
    context.list(listed++, slot);
    targets[slot] = target;
    attempts.begin(slot);
    return true;
  }

  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) throws IOException {
    int wanted = Math.min(atLeast, attempts.busy());
    boolean mayWait = wanted > 0 && timeoutNs > 0;
    long beganNs = mayWait ? System.nanoTime() : 0;
    long leftNs = mayWait ? timeoutNs : 0;
    int delivered = 0;
    while (true) {
      int failed = submit(sink);
      // Nothing was taken, and nothing failed: what is in flight must come back first.
      boolean stalled = listed > 0 && failed == 0;
      delivered += failed + deliver(sink);
      boolean settled = stalled || listed == unready;
      boolean enough = delivered >= wanted || leftNs <= 0;
      if (settled && enough) {
        return delivered;
      }
      if (settled) {
        await(stalled ? 1 : wanted - delivered, leftNs);
        delivered += deliver(sink);
      }
      if (mayWait) {
        leftNs = timeoutNs - (System.nanoTime() - beganNs);
      }
    }
  }

  /** Hands over what is listed; returns the operations that failed at once, and were delivered. */
  private int submit(CompletionSink sink) throws NativeIoException {
    int failed = 0;
    int place = 0;
    unready = 0;
    while (place < listed) {
      int rc = context.submit(place, listed - place);
      if (rc > 0) {
        place += rc;
      } else if (rc == EAGAIN || rc == 0) {
        // No room or no memory for requests just now.
        break;
      } else if (rc != EINTR) {
        // The errno is that of the first one; those behind it were not looked at.
        int slot = context.listed(place);
        place++;
        attempts.end(slot);
        failed++;
        sink.completed(slot, rc);
      }
    }
    for (int left = place; left < listed; left++) {
      context.list(left - place, context.listed(left));
    }
    listed -= place;
    return failed;
  }

  private int deliver(CompletionSink sink) throws NativeIoException {
    if (!context.ringIsReadable() && attempts.busy() > listed) {
      check(context.take(0, depth, 0));
    }
    int delivered = 0;
    while (context.next(completion)) {
      int slot = completion.slot;
      int result = completion.result;
      if (result == EAGAIN && !isDisk[targets[slot]]) {
        context.list(listed++, slot);
        unready++;
        continue;
      }
      if ((result == EAGAIN || result == EINTR) && repeat(slot)) {
        continue;
      }
      attempts.end(slot);
      delivered++;
      sink.completed(slot, result);
    }
    return delivered;
  }

  // The control block is still as it was.
  boolean repeat(int slot) {
    if (!attempts.again(slot)) {
      return false;
    }
    context.list(listed++, slot);
    return true;
  }

  private void await(int missing, long timeoutNs) throws NativeIoException {
    int inFlight = attempts.busy() - listed;
    if (inFlight > 0) {
      long waitNs = unready > 0 ? Math.min(STALL_PAUSE_NS, timeoutNs) : timeoutNs;
      check(context.take(Math.min(missing, inFlight), depth, waitNs));
    } else {
      // Not ready; or other programs hold all that the kernel has for such operations.
      LockSupport.parkNanos(this, Math.min(STALL_PAUSE_NS, timeoutNs));
    }
  }

  private static void check(int rc) throws NativeIoException {
    if (rc < 0 && rc != EINTR) {
      throw new NativeIoException("io_getevents", rc, "the context");
    }
  }

  @Override
  public void close() {
    if (!owner.closes()) {
      return;
    }
    context.close();
    arena.close();
    files.close();
    if (repeated() > 0) {
      log.warn("{} operations were handed to the kernel again after EAGAIN or EINTR", repeated());
    }
  }
}
