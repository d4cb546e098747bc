package io.loadstone.core.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** An engine that does what a test says. */
public final class ScriptedEngine implements IoEngine {
  /** A latency for operations that never complete by themselves. */
  public static final long NEVER = Long.MAX_VALUE;

  public final AtomicLong operations = new AtomicLong();
  public final AtomicInteger openQueues = new AtomicInteger();
  public final AtomicInteger queuesOpened = new AtomicInteger();
  public final AtomicInteger flushes = new AtomicInteger();
  public volatile long latencyNs;
  public volatile Script script = (kind, target, offset, length) -> length;
  public volatile boolean breaks;
  public volatile Optional<String> unavailable = Optional.empty();
  public volatile Optional<String> refuses = Optional.empty();
  public volatile Optional<String> refusesOptions = Optional.empty();
  public volatile Optional<String> caution = Optional.empty();

  /** Options of the queue that was opened last. */
  public volatile Map<String, String> engineOptions = Map.of();

  /** If set, every thread that waits for a completion is stuck until it is counted down. */
  public volatile CountDownLatch stuck;

  /** If set, closing a queue waits until it is counted down. */
  public volatile CountDownLatch closing;

  private final EngineTraits traits;

  public ScriptedEngine(
      String name, boolean asynchronous, boolean measuresTargets, int preference) {
    traits =
        new EngineTraits(
            name,
            "scripted",
            asynchronous,
            measuresTargets,
            preference,
            List.of(
                EngineOption.onOff("sqpoll", "polls."),
                new EngineOption("advice", "advises.", List.of("normal", "random"))));
  }

  public static ScriptedEngine asynchronous() {
    return new ScriptedEngine("scripted", true, true, 50);
  }

  public static ScriptedEngine synchronous() {
    return new ScriptedEngine("scripted-sync", false, true, 10);
  }

  /** The result of an operation. */
  public interface Script {
    int result(IoKind kind, int target, long offsetBytes, int lengthBytes);
  }

  @Override
  public EngineTraits traits() {
    return traits;
  }

  @Override
  public Optional<String> unavailable() {
    return unavailable;
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return refuses;
  }

  @Override
  public Optional<String> refuses(List<TargetTraits> targets, Map<String, String> engineOptions) {
    return engineOptions.isEmpty() ? Optional.empty() : refusesOptions;
  }

  @Override
  public Optional<String> caution(TargetTraits target) {
    return caution;
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (!traits.asynchronous() && options.depth() > 1) {
      throw new IllegalArgumentException("depth");
    }
    openQueues.incrementAndGet();
    queuesOpened.incrementAndGet();
    engineOptions = options.engineOptions();
    return new Queue(targets, options);
  }

  private final class Queue implements IoQueue {
    private final Thread owner = Thread.currentThread();
    private final Arena arena = Arena.ofConfined();
    private final Target[] targets;
    private final MemorySegment[] buffers;
    private final IoKind[] kind;
    private final int[] target;
    private final long[] offset;
    private final int[] length;
    private final long[] due;
    // 0 free, 1 offered, 2 in flight
    private final int[] state;
    private boolean closed;

    Queue(List<? extends Target> targets, QueueOptions options) {
      this.targets = targets.toArray(new Target[0]);
      int depth = options.depth();
      buffers = new MemorySegment[depth];
      for (int i = 0; i < depth; i++) {
        buffers[i] = arena.allocate(options.bufferBytes(), options.bufferAlignmentBytes());
      }
      kind = new IoKind[depth];
      target = new int[depth];
      offset = new long[depth];
      length = new int[depth];
      due = new long[depth];
      state = new int[depth];
    }

    @Override
    public int depth() {
      return buffers.length;
    }

    @Override
    public MemorySegment buffer(int slot) {
      return buffers[slot];
    }

    @Override
    public boolean offer(int slot, int toTarget, IoKind what, long offsetBytes, int lengthBytes) {
      if (!Thread.currentThread().equals(owner)) {
        throw new IllegalStateException("another thread");
      }
      if (state[slot] != 0) {
        return false;
      }
      if (what != IoKind.FLUSH
          && (offsetBytes < 0
              || offsetBytes + lengthBytes > targets[toTarget].sizeBytes()
              || offsetBytes % targets[toTarget].alignmentBytes() != 0
              || lengthBytes % targets[toTarget].alignmentBytes() != 0)) {
        throw new IllegalArgumentException(
            what + " at " + offsetBytes + " of " + lengthBytes + " is outside or not aligned");
      }
      kind[slot] = what;
      target[slot] = toTarget;
      offset[slot] = offsetBytes;
      length[slot] = lengthBytes;
      state[slot] = 1;
      return true;
    }

    @Override
    public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) throws IOException {
      if (breaks) {
        throw new IOException("io_uring_enter failed: EBADF (9)");
      }
      long now = System.nanoTime();
      for (int i = 0; i < state.length; i++) {
        if (state[i] == 1) {
          state[i] = 2;
          due[i] = latencyNs == NEVER ? NEVER : now + latencyNs;
        }
      }
      await(stuck);
      long deadline = now + timeoutNs;
      int delivered = 0;
      while (true) {
        now = System.nanoTime();
        long next = NEVER;
        for (int i = 0; i < state.length; i++) {
          if (state[i] == 2 && due[i] != NEVER && due[i] - now <= 0) {
            state[i] = 0;
            delivered++;
            sink.completed(i, perform(i));
          } else if (state[i] == 2 && due[i] != NEVER) {
            next = next == NEVER ? due[i] : Math.min(next, due[i]);
          }
        }
        boolean mayLeave = traits.asynchronous() && deadline - now <= 0;
        if (delivered >= atLeast || mayLeave) {
          return delivered;
        }
        long wait = next == NEVER ? 1_000_000 : next - now;
        LockSupport.parkNanos(Math.min(wait, Math.max(1, deadline - now)));
      }
    }

    private void await(CountDownLatch latch) {
      while (latch != null && latch.getCount() > 0) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    private int perform(int i) {
      if (kind[i] == IoKind.FLUSH) {
        flushes.incrementAndGet();
      } else {
        operations.incrementAndGet();
      }
      int result = script.result(kind[i], target[i], offset[i], length[i]);
      if (result == length[i] && targets[target[i]] instanceof MemoryTarget memory) {
        // As a device, which never mixes two writes of one sector.
        synchronized (memory) {
          if (kind[i] == IoKind.WRITE) {
            MemorySegment.copy(buffers[i], 0, memory.content, offset[i], length[i]);
          } else if (kind[i] == IoKind.READ) {
            MemorySegment.copy(memory.content, offset[i], buffers[i], 0, length[i]);
          }
        }
      }
      return result;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        await(closing);
        arena.close();
        openQueues.decrementAndGet();
      }
    }
  }
}
