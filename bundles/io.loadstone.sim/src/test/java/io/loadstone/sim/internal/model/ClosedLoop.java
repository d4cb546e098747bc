package io.loadstone.sim.internal.model;

import io.loadstone.api.engine.IoKind;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Workers that keep operations outstanding on a model, in virtual time. */
final class ClosedLoop {
  private static final long S = 1_000_000_000L;

  /** What a worker does, in the words of an access specification. */
  record Access(int bytes, int readPercent, int randomPercent) {}

  /** What came of it. */
  record Figures(double iops, double mbPerSecond, double meanMs) {}

  private final SplittableRandom random = new SplittableRandom(7);
  private final Model model;
  private final long sizeBytes;

  ClosedLoop(Model model, long sizeBytes) {
    this.model = model;
    this.sizeBytes = sizeBytes;
  }

  private record Pending(long doneNs, long beganNs, int worker) {}

  /** Runs for some seconds before it measures for some more. */
  Figures run(Access access, int workers, int outstanding, int rampSeconds, int seconds) {
    PriorityQueue<Pending> pending =
        new PriorityQueue<>((a, b) -> Long.compare(a.doneNs, b.doneNs));
    long[] next = new long[workers];
    for (int worker = 0; worker < workers; worker++) {
      next[worker] = sizeBytes / workers * worker / access.bytes * access.bytes;
    }
    for (int i = 0; i < workers * outstanding; i++) {
      pending.add(issue(access, 0, i % workers, next));
    }
    long operations = 0;
    double sumNs = 0;
    long endNs = (rampSeconds + seconds) * S;
    while (pending.element().doneNs < endNs) {
      Pending done = pending.remove();
      if (done.doneNs >= rampSeconds * S) {
        operations++;
        sumNs += done.doneNs - done.beganNs;
      }
      pending.add(issue(access, done.doneNs, done.worker, next));
    }
    return new Figures(
        (double) operations / seconds,
        operations * (double) access.bytes / seconds / 1e6,
        sumNs / operations / 1e6);
  }

  private Pending issue(Access access, long nowNs, int worker, long[] next) {
    long places = sizeBytes / access.bytes;
    if (random.nextInt(100) < access.randomPercent) {
      next[worker] = random.nextLong(places) * access.bytes;
    }
    IoKind kind = random.nextInt(100) < access.readPercent ? IoKind.READ : IoKind.WRITE;
    long doneNs = model.completionNs(nowNs, kind, next[worker], access.bytes);
    next[worker] = (next[worker] + access.bytes) % (places * access.bytes);
    return new Pending(doneNs, nowNs, worker);
  }
}
