package io.loadstone.core.internal.load;

import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.core.internal.account.ArrivalMeter;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * When the operations of an open loop are due. Whoever has a free slot takes the next arrival, and
 * starts it no earlier than it is due; nothing that the target does moves an arrival.
 *
 * <p>There is one schedule for all loops of a step, so that its rate is that of the step whatever
 * the number of loops, and so that a free slot anywhere takes the next arrival: a queue before c
 * servers, not c queues.
 *
 * <p>Arrivals have places on a scale of work, in parts of an operation, or of a byte if the rate is
 * in bytes. Only the way from work to time knows the rate: when that changes, work that is not due
 * yet is due sooner or later, and work that is due already stays so. The places follow from the
 * seed alone.
 *
 * <p><b>Threads:</b> any; {@link #read} is for one. <b>Allocation:</b> none but for {@link
 * #change}.
 */
public final class ArrivalSchedule implements ArrivalMeter {
  // 10^8 operations a second for a year fit into a long only with fewer parts, but not even the
  // fastest device does that; 10^6 a second last for 4 years.
  private static final int PARTS_OF_OPERATION = 1 << 16;
  private static final int PARTS_OF_BYTE = 1 << 4;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double TO_UNIT = 0x1.0p-53;
  private static final double SECOND_NS = 1e9;

  private final Arrivals arrivals;
  private final Rate.Unit unit;
  // Parts of an operation or a byte.
  private final double parts;
  private final long seed;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong delayed = new AtomicLong();
  private volatile Pace pace;
  private volatile double meanBytes;

  // Of the reader: the first arrival that it has not counted, and how many it has.
  private long countedTo;
  private long counted;

  /**
   * The schedule of one step; time begins with {@link #begin}.
   *
   * @param meanBytes mean length of the operations
   */
  public ArrivalSchedule(OpenLoop open, double meanBytes, long seed) {
    this.arrivals = open.arrivals();
    this.unit = open.rate().unit();
    this.parts = unit == Rate.Unit.BYTES ? PARTS_OF_BYTE : PARTS_OF_OPERATION;
    this.seed = RandomStream.mix(seed);
    this.meanBytes = meanBytes;
    this.pace = new Pace(0, 0, nsPerPart(open.rate()), null);
    if (arrivals.law() == Arrivals.Law.POISSON) {
      // Time begins anywhere between two arrivals: the first one is a whole gap away as well.
      countedTo = gap(-1, meanWork());
      next.set(countedTo);
    }
  }

  /** The load begins. */
  void begin(long startNs) {
    pace = new Pace(0, startNs, pace.nsPerPart, null);
  }

  /** Goes on with another rate, or the same of operations of another length, from here on. */
  public synchronized void change(Rate rate, double newMeanBytes, long nowNs) {
    meanBytes = newMeanBytes;
    // All of them stay: what was taken long ago may still wait out a delay, and is dated again.
    Pace last = pace;
    pace = new Pace(last.partAt(nowNs), nowNs, nsPerPart(rate), last);
  }

  /**
   * Takes the next arrival.
   *
   * @param lengthBytes of the operation that is to be started then
   * @return its place, for {@link #dueNs}
   */
  long take(int lengthBytes) {
    double work = unit == Rate.Unit.BYTES ? (double) lengthBytes * parts : parts;
    while (true) {
      long at = next.get();
      if (next.compareAndSet(at, at + gap(at, work))) {
        return at;
      }
    }
  }

  /** When an arrival is due, by the monotonic clock. */
  long dueNs(long arrival) {
    long part = arrival;
    if (arrivals.law() == Arrivals.Law.BURSTS) {
      long burst = (long) (arrivals.burst() * meanWork());
      part = arrival / burst * burst;
    }
    Pace of = pace;
    for (Pace before = of.previous; part < of.fromPart && before != null; before = of.previous) {
      of = before;
    }
    return of.ns(part);
  }

  /** So many operations were started. */
  void started(int operations) {
    long _ = started.getAndAdd(operations);
  }

  /** So many more operations, or fewer, wait out a delay that comes between arrival and start. */
  void delayed(int operations) {
    long _ = delayed.getAndAdd(operations);
  }

  @Override
  public long started() {
    return started.get();
  }

  @Override
  public Reading read(long nowNs, long soFar) {
    // With a rate in bytes only what is not drawn is counted; what is drawn may be delayed.
    long waiting = unit == Rate.Unit.BYTES ? 0 : delayed.get();
    return new Reading(soFar, Math.max(0, backlog(nowNs, soFar) - waiting));
  }

  private long backlog(long nowNs, long soFar) {
    long part = pace.partAt(nowNs);
    if (part < 0) {
      return 0;
    }
    if (unit == Rate.Unit.BYTES) {
      // What is not drawn yet has no length yet.
      long first = next.get();
      return first > part ? 0 : (long) ((part - first) / meanWork()) + 1;
    }
    return switch (arrivals.law()) {
      case CONSTANT -> part / PARTS_OF_OPERATION + 1 - soFar;
      case BURSTS -> (part / PARTS_OF_OPERATION / arrivals.burst() + 1) * arrivals.burst() - soFar;
      case POISSON -> {
        while (countedTo <= part) {
          counted++;
          countedTo += gap(countedTo, meanWork());
        }
        yield counted - soFar;
      }
    };
  }

  // The same place gives the same gap, so that arrivals can be counted without being taken.
  private long gap(long at, double work) {
    if (arrivals.law() != Arrivals.Law.POISSON) {
      return (long) work;
    }
    double draw = (RandomStream.mix(seed + at * GOLDEN) >>> 11) * TO_UNIT;
    return Math.max(1, Math.round(-Math.log(1 - draw) * work));
  }

  private double meanWork() {
    return unit == Rate.Unit.BYTES ? meanBytes * parts : parts;
  }

  private double nsPerPart(Rate rate) {
    double perSecond =
        rate.unit() == unit
            ? rate.perSecond()
            : unit == Rate.Unit.BYTES
                ? rate.perSecond() * meanBytes
                : rate.operationsPerSecond(meanBytes);
    return SECOND_NS / perSecond / parts;
  }

  /** A stretch of time with one rate: how places of arrivals become times. */
  private static final class Pace {
    final long fromPart;
    final long fromNs;
    final double nsPerPart;
    final @Nullable Pace previous;

    Pace(long fromPart, long fromNs, double nsPerPart, @Nullable Pace previous) {
      this.fromPart = fromPart;
      this.fromNs = fromNs;
      this.nsPerPart = nsPerPart;
      this.previous = previous;
    }

    long ns(long part) {
      return fromNs + Math.round((part - fromPart) * nsPerPart);
    }

    long partAt(long ns) {
      return fromPart + (long) Math.floor((ns - fromNs) / nsPerPart);
    }
  }
}
