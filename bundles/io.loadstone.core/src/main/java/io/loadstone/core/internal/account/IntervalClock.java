package io.loadstone.core.internal.account;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a step into intervals: at each whole second it takes away what the recorders hold. It does
 * nothing else, so that a slow store or listener can't move a boundary.
 *
 * <p>If the whole process stood still for a second or more, the interval in which that began keeps
 * what was recorded, and every second that passed meanwhile gets a row of its own, with nothing in
 * it. If only this clock was held up while the loops went on, what they did meanwhile belongs to an
 * interval of that real length: a rate is never made of more time than it is divided by. Beyond the
 * end of the step loops record nothing, and no interval lasts longer, however late this clock is.
 *
 * <p>The histograms of a slice are large; whoever is done with one gives it {@linkplain #giveBack
 * back}, or the collector would have to pause the load for them.
 */
public final class IntervalClock implements Runnable {
  private static final long HELD_UP_NS = 1_000_000_000L;
  private static final long LONGEST_PARK_NS = 100_000_000L;

  private final TimeLine time;
  private final List<Recorder> recorders;
  private final HostMeter host;
  private final @Nullable ArrivalMeter arrivals;
  private final LongSupplier nanoTime;
  private final Consumer<Slice> out;
  private final Runnable atEnd;
  private final Queue<Recorder.Buffer> spare = new ConcurrentLinkedQueue<>();
  // Operations of an open loop that had started at the last cut.
  private long started;
  private volatile boolean stopped;
  private volatile @Nullable Thread thread;

  /**
   * @param recorders of all loops; may grow
   * @param arrivals of an open loop; null in a closed one
   * @param out takes each slice, in order; must not block
   * @param atEnd called as soon as the last slice is cut, before it is handed out
   */
  public IntervalClock(
      TimeLine time,
      List<Recorder> recorders,
      HostMeter host,
      @Nullable ArrivalMeter arrivals,
      LongSupplier nanoTime,
      Consumer<Slice> out,
      Runnable atEnd) {
    this.time = time;
    this.recorders = recorders;
    this.host = host;
    this.arrivals = arrivals;
    this.nanoTime = nanoTime;
    this.out = out;
    this.atEnd = atEnd;
  }

  /** Cuts the interval under way here and ends. */
  public void stop() {
    stopped = true;
    Thread running = thread;
    if (running != null) {
      LockSupport.unpark(running);
    }
  }

  /** Takes the memory of a slice that nobody looks at any more. Any thread. */
  public void giveBack(Slice slice) {
    if (slice.counts != Recorder.Buffer.NONE) {
      slice.counts.clear();
      spare.add(slice.counts);
    }
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    awaitUntil(time.startNs());
    long from = time.startNs();
    long realFrom = from;
    out.accept(empty(from, from, false));
    while (from - time.endNs() < 0) {
      long due = time.boundaryAfter(from);
      awaitUntil(due);
      List<Recorder> cut = List.copyOf(recorders);
      long now = time.notAfterEnd(cut(cut));
      boolean early = now - due < 0;
      if (early && now - time.startNs() < 0) {
        break;
      }
      long lateNs = now - due >= HELD_UP_NS ? now - due : 0;
      long quietNs = quietNs(cut, now);
      boolean stoodStill = lateNs > 0 && quietNs >= lateNs / 2;
      long realTo = stoodStill ? due : now;
      // Of a clock that comes beyond the end, nothing comes after this one either.
      boolean last = early || stopped || realTo == time.endNs();
      Slice slice = slice(from, realFrom, realTo, last, lateNs, stoodStill, taken(cut));
      if (last) {
        atEnd.run();
        out.accept(slice);
        return;
      }
      out.accept(slice);
      from = due;
      realFrom = realTo;
      while (lateNs > 0 && time.boundaryAfter(from) - now <= 0 && from - time.endNs() < 0) {
        long next = time.boundaryAfter(from);
        if (stoodStill) {
          out.accept(empty(from, next, next == time.endNs()));
          realFrom = next;
        }
        from = next;
      }
    }
    atEnd.run();
  }

  private Slice empty(long fromNs, long toNs, boolean last) {
    return slice(fromNs, fromNs, toNs, last, 0, false, Recorder.Buffer.NONE);
  }

  private Slice slice(
      long fromNs,
      long realFromNs,
      long realToNs,
      boolean last,
      long lateNs,
      boolean stoodStill,
      Recorder.Buffer counts) {
    return new Slice(
        time.rampUp(fromNs),
        time.epochMs(fromNs),
        realToNs - realFromNs,
        counts,
        host.read(),
        arrivals == null ? null : arrivals.read(realToNs, started),
        last,
        lateNs,
        stoodStill);
  }

  // This thread may lose its processor in the middle of it. The first batch after the cut then
  // tells
  // when that was: what loops did until this thread came back belongs to the next interval.
  private long cut(List<Recorder> recorders) {
    long before = nanoTime.getAsLong();
    recorders.forEach(Recorder::swap);
    started = arrivals == null ? 0 : arrivals.started();
    long cutNs = nanoTime.getAsLong();
    for (Recorder recorder : recorders) {
      long first = recorder.firstSinceSwapNs(cutNs);
      if (first - cutNs < 0) {
        // What was reaped before the cut may have been recorded after it.
        cutNs = first - before < 0 ? before : first;
      }
    }
    return cutNs;
  }

  // For how long no loop at all recorded anything.
  private static long quietNs(List<Recorder> recorders, long now) {
    long quietNs = Long.MAX_VALUE;
    for (Recorder recorder : recorders) {
      quietNs = Math.min(quietNs, recorder.longestQuietNs(now));
    }
    return quietNs;
  }

  private Recorder.Buffer taken(List<Recorder> recorders) {
    Recorder.Buffer given = spare.poll();
    Recorder.Buffer counts = given == null ? recorders.getFirst().spare() : given;
    recorders.forEach(recorder -> recorder.takeInto(counts));
    return counts;
  }

  private void awaitUntil(long ns) {
    while (!stopped) {
      long left = ns - nanoTime.getAsLong();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK_NS));
    }
  }
}
