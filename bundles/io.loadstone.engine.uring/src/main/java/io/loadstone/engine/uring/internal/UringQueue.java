package io.loadstone.engine.uring.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.engine.QueueOwner;
import io.loadstone.linux.Attempts;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of one ring. Slot {@code i} uses submission entry {@code i}, so that there is room for
 * every slot, and twice as many completions fit as there are slots: they can't overflow.
 */
final class UringQueue implements IoQueue {
  private static final Logger log = LoggerFactory.getLogger(UringQueue.class);
  private static final int EAGAIN = -Errno.EAGAIN.number();
  private static final int EBUSY = -Errno.EBUSY.number();
  private static final int EINTR = -Errno.EINTR.number();
  private static final int EOPNOTSUPP = -Errno.EOPNOTSUPP.number();
  private static final int ETIME = -Errno.ETIME.number();
  private static final long CANCELLATION = -1;
  private static final long STALL_PAUSE_NS = 50_000;
  private static final long SPIN_NS = 50_000;
  private static final long CLOSE_POLL_NS = 1_000_000_000;

  private final QueueOwner owner = new QueueOwner();
  private final QueueOptions options;
  private final Arena arena = Arena.ofConfined();
  private final RingSupport support;
  private final TargetFiles files;
  private final Ring ring;
  private final SlotBuffers buffers;
  private final int depth;
  private final long[] addresses;
  private final int[] fds;

  // Chosen once: registered files and buffers spare the kernel work at each operation.
  private final int fileFlags;
  private final int readOpcode;
  private final int writeOpcode;
  private final int[] bufferIndexes;
  private final Optional<String> unregistered;
  private final boolean polled;

  private final Attempts attempts;

  /**
   * Opens a queue on open files.
   *
   * @param files closed with the queue, and if there is an exception
   */
  UringQueue(RingSupport support, TargetFiles files, QueueOptions options) throws IOException {
    this.support = support;
    this.files = files;
    depth = options.depth();
    this.options = options;
    attempts = new Attempts(depth);
    bufferIndexes = new int[depth];
    try {
      buffers = new SlotBuffers(arena, options);
      ring = newRing(support.setupFlags(options.engineOptions()));
    } catch (IOException | RuntimeException e) {
      arena.close();
      files.close();
      throw e;
    }
    polled = UringOptions.IOPOLL.isOn(options.engineOptions());
    ring.registerItself(arena);
    addresses = buffers.addresses();
    unregistered = RegisteredBuffers.register(ring, buffers, bufferIndexes);
    readOpcode = unregistered.isEmpty() ? RingConstants.OP_READ_FIXED : RingConstants.OP_READ;
    writeOpcode = unregistered.isEmpty() ? RingConstants.OP_WRITE_FIXED : RingConstants.OP_WRITE;
    fds = files.descriptors().clone();
    boolean registered =
        ring.register(RingConstants.REGISTER_FILES, arena.allocateFrom(JAVA_INT, fds), fds.length)
            >= 0;
    fileFlags = registered ? RingConstants.SQE_FIXED_FILE : 0;
    if (registered) {
      // From now on a file is named by its place in the table.
      Arrays.setAll(fds, place -> place);
    }
  }

  private Ring newRing(int setupFlags) throws IOException {
    try {
      return new Ring(arena, depth, setupFlags);
    } catch (NativeIoException e) {
      if (e.errno() != Errno.ENOMEM.number()) {
        throw e;
      }
      throw new IOException(
          String.format(
              "%s; this process may lock %s of memory: raise it with ulimit -l unlimited, or"
                  + " LimitMEMLOCK=infinity in the systemd unit",
              e.getMessage(), RingSupport.lockedMemory()),
          e);
    }
  }

  /** Why buffers are not registered, which costs some CPU; empty if they are. */
  Optional<String> unregistered() {
    return unregistered;
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
      // No address and no buffer, or the kernel says EINVAL.
      ring.write(slot, RingConstants.OP_FSYNC, fileFlags, fds[target], 0, 0, 0, 0, 0, slot);
    } else {
      options.requireRoom(lengthBytes);
      ring.write(
          slot,
          kind == IoKind.READ ? readOpcode : writeOpcode,
          fileFlags,
          fds[target],
          offsetBytes,
          addresses[slot],
          lengthBytes,
          0,
          bufferIndexes[slot],
          slot);
    }
    ring.push(slot);
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
      int missing = leftNs > 0 ? wanted - delivered : 0;
      boolean stalled = false;
      if (missing > 0 && ring.kernelTakes()) {
        stalled = enter(0, 0);
        spin(missing, beganNs);
      }
      int ready = ring.completionTail() - ring.completionHead();
      if (missing > ready || ring.unsubmitted() > 0 || ring.kernelHasWork()) {
        stalled = enter(Math.max(0, missing), leftNs);
      }
      delivered += deliver(sink);
      boolean enough = delivered >= wanted || leftNs <= 0;
      if (enough && (stalled || ring.unsubmitted() == 0)) {
        return delivered;
      }
      if (mayWait) {
        leftNs = timeoutNs - (System.nanoTime() - beganNs);
      }
    }
  }

  // What the kernel's polling thread is for: no system call where the device is fast.
  private void spin(int missing, long beganNs) {
    long deadlineNs = beganNs + SPIN_NS;
    while (ring.completionTail() - ring.completionHead() < missing
        && System.nanoTime() - deadlineNs < 0) {
      Thread.onSpinWait();
    }
  }

  /** Returns whether the kernel could take nothing just now. */
  private boolean enter(int atLeast, long timeoutNs) throws NativeIoException {
    int rc = ring.enter(atLeast, timeoutNs);
    if (rc >= 0 || rc == ETIME || rc == EINTR) {
      return false;
    }
    if (rc == EAGAIN || rc == EBUSY) {
      // No memory for requests, or completions must be taken first. What is in flight goes on.
      if (timeoutNs > 0) {
        LockSupport.parkNanos(STALL_PAUSE_NS);
      }
      return true;
    }
    throw new NativeIoException("io_uring_enter", rc, "the ring");
  }

  private int deliver(CompletionSink sink) throws IOException {
    int head = ring.completionHead();
    int tail = ring.completionTail();
    int delivered = 0;
    try {
      while (head != tail) {
        int slot = (int) ring.userData(head);
        int result = ring.result(head);
        head++;
        if ((result == EAGAIN || result == EINTR) && repeat(slot)) {
          continue;
        }
        attempts.end(slot);
        delivered++;
        if (result == EOPNOTSUPP && polled) {
          throw new IOException(UringOptions.NOT_POLLED);
        }
        sink.completed(slot, result);
      }
    } finally {
      ring.seen(head);
    }
    return delivered;
  }

  // The back-off is the kernel's: one of its threads waits for the device instead of this one.
  boolean repeat(int slot) {
    if (!attempts.again(slot)) {
      return false;
    }
    ring.forceAsynchronous(slot);
    ring.push(slot);
    return true;
  }

  @Override
  public void close() {
    if (!owner.closes()) {
      return;
    }
    int inFlight = attempts.busy() - ring.unsubmitted();
    ring.withdraw();
    int lost = cancel(inFlight);
    if (lost != 0) {
      // The kernel may still write into the buffers: better lose them than other people's memory.
      log.error(
          "io_uring_enter failed with {} while a queue was closed; its {} buffers stay allocated",
          Errno.text(lost),
          depth);
      return;
    }
    if (unregistered.isEmpty()) {
      // A closed ring gives locked memory back only some time later (axboe/liburing#171).
      ring.register(RingConstants.UNREGISTER_BUFFERS, MemorySegment.NULL, 0);
    }
    ring.close();
    arena.close();
    files.close();
    if (repeated() > 0) {
      log.warn("{} operations were handed to the kernel again after EAGAIN or EINTR", repeated());
    }
  }

  /** Cancels and reaps; returns 0, or the negated errno of a broken ring. */
  private int cancel(int inFlightAtFirst) {
    int inFlight = inFlightAtFirst;
    if (inFlight > 0) {
      int rc = ring.awaitTaken();
      if (rc < 0) {
        return rc;
      }
      pushCancellations();
    }
    while (inFlight > 0) {
      int rc = ring.enter(1, CLOSE_POLL_NS);
      if (rc < 0 && rc != ETIME && rc != EINTR && rc != EAGAIN && rc != EBUSY) {
        return rc;
      }
      int head = ring.completionHead();
      for (int tail = ring.completionTail(); head != tail; head++) {
        if (ring.userData(head) != CANCELLATION) {
          inFlight--;
        }
      }
      ring.seen(head);
    }
    return 0;
  }

  // Entries are free for this: the kernel has read those of everything that is in flight.
  private void pushCancellations() {
    if (support.cancelsAll()) {
      int flags = RingConstants.CANCEL_ALL | RingConstants.CANCEL_ANY;
      ring.write(0, RingConstants.OP_ASYNC_CANCEL, 0, -1, 0, 0, 0, flags, 0, CANCELLATION);
      ring.push(0);
      return;
    }
    for (int slot = 0; slot < depth; slot++) {
      if (!attempts.isFree(slot)) {
        // The address is the user data of what is to be cancelled.
        ring.write(slot, RingConstants.OP_ASYNC_CANCEL, 0, -1, 0, slot, 0, 0, 0, CANCELLATION);
        ring.push(slot);
      }
    }
  }
}
