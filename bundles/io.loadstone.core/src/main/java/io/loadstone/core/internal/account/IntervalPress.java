package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.Interval;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Makes the published intervals of one step out of its slices, in order. Its histograms and buffers
 * serve every interval again: megabytes of new ones each second would make the collector pause the
 * load.
 */
public final class IntervalPress {
  // Of a second, this is the share that makes a step suspect; see StepJudge.
  private static final long NOTED_PAUSE_NS = 10_000_000L;

  private final int step;
  private final DirectionSum read = new DirectionSum();
  private final DirectionSum write = new DirectionSum();
  private final DirectionSum total = new DirectionSum();
  private final ByteBuffer scratch = ByteBuffer.allocate(read.largestEncodingBytes());
  private CpuMeter.Reading last = CpuMeter.Reading.UNKNOWN;
  private ArrivalMeter.Reading lastArrivals = new ArrivalMeter.Reading(0, 0);
  private DeviceMeter.Reading lastDevice = DeviceMeter.Reading.UNKNOWN;
  private final Pauses pauses = new Pauses();
  private long measuredNs;
  private long loopNs;
  private boolean loopKnown = true;
  private long loopWaitNs;
  private boolean loopWaitKnown = true;
  private long heldUpNs;
  private long clamped;

  /** Presses intervals of one step. */
  public IntervalPress(int step) {
    this.step = step;
  }

  /**
   * Takes the next slice.
   *
   * @param remarks what else is to be said about this interval
   * @return empty for the reading at the step's very beginning
   */
  public Optional<Interval> press(Slice slice, List<String> remarks) {
    CpuMeter.Reading before = last;
    last = slice.cpu;
    DeviceMeter.Reading deviceBefore = lastDevice;
    lastDevice = slice.device;
    if (slice.lengthNs <= 0) {
      return Optional.empty();
    }
    Optional<ArrivalFigures> arrivals = arrivals(slice);
    sumUp(slice);
    long operations = total.service.count();
    if (!slice.rampUp) {
      measure(slice, before);
    }
    return Optional.of(
        new Interval(
            step,
            slice.rampUp,
            slice.startEpochMs,
            slice.lengthNs,
            read.interval(slice.lengthNs, scratch),
            write.interval(slice.lengthNs, scratch),
            total.figures(slice.lengthNs),
            arrivals,
            slice.cpu.since(before, slice.lengthNs, operations),
            slice.device.since(deviceBefore, slice.lengthNs),
            notes(slice, before, remarks)));
  }

  private Optional<ArrivalFigures> arrivals(Slice slice) {
    ArrivalMeter.Reading now = slice.arrivals;
    if (now == null) {
      return Optional.empty();
    }
    ArrivalMeter.Reading before = lastArrivals;
    lastArrivals = now;
    long started = now.started() - before.started();
    return Optional.of(
        new ArrivalFigures(
            started + now.backlog() - before.backlog(),
            started,
            sum(slice, Counts::late),
            sum(slice, Counts::lateByGenerator),
            now.backlog(),
            slice.last ? now.backlog() : 0));
  }

  /** Adds what the last interval holds. */
  void addTo(DirectionSum readSum, DirectionSum writeSum) {
    readSum.add(read);
    writeSum.add(write);
  }

  private void sumUp(Slice slice) {
    read.clear();
    write.clear();
    total.clear();
    read.add(slice.counts.read);
    write.add(slice.counts.write);
    total.add(read);
    total.add(write);
  }

  private void measure(Slice slice, CpuMeter.Reading before) {
    pauses.add(before, slice.cpu);
    LoopTime loops = slice.cpu.loops();
    LoopTime loopsBefore = before.loops();
    measuredNs += slice.lengthNs;
    loopKnown &= loops.cpuNs() >= 0 && loopsBefore.cpuNs() >= 0;
    loopNs += loops.cpuNs() - loopsBefore.cpuNs();
    loopWaitKnown &= loops.waitNs() >= 0 && loopsBefore.waitNs() >= 0;
    loopWaitNs += loops.waitNs() - loopsBefore.waitNs();
    heldUpNs += slice.lateNs;
    clamped += clamped(slice);
  }

  private List<String> notes(Slice slice, CpuMeter.Reading before, List<String> remarks) {
    List<String> notes = new ArrayList<>(remarks);
    Pauses here = new Pauses();
    here.add(before, slice.cpu);
    if (here.otherNs() >= NOTED_PAUSE_NS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the Java machine stopped all threads for %.0f ms beyond its collections",
              here.otherNs() / 1e6));
    }
    if (slice.lateNs > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              slice.stoodStill
                  ? "the generator was held up for %.1f s from here on; the seconds after this one"
                      + " have rows without operations"
                  : "the clock that cuts intervals was held up for %.1f s; this interval is longer"
                      + " by that, and its rates are by its real length",
              slice.lateNs / 1e9));
    }
    if (total.service.count() == 0) {
      notes.add("no operation completed in this interval");
    }
    long outside = clamped(slice);
    if (outside > 0) {
      notes.add(outside + " latencies were outside 0 to 1 h and were counted at the nearer end");
    }
    return notes;
  }

  private static long clamped(Slice slice) {
    return sum(slice, Counts::clamped);
  }

  private static long sum(Slice slice, ToLongFunction<Counts> what) {
    Counts read = slice.counts.read;
    Counts write = slice.counts.write;
    return (read == null ? 0 : what.applyAsLong(read))
        + (write == null ? 0 : what.applyAsLong(write));
  }

  /** What was seen of the loops in the measured time so far. */
  public Loops loops() {
    return new Loops(loopKnown ? loopNs : -1, heldUpNs, clamped);
  }

  /**
   * What the generator saw of itself in the measured time so far.
   *
   * @param longestHiccupNs the longest that a thread which only sleeps woke late
   */
  public GeneratorFigures generator(Headroom headroom, long longestHiccupNs) {
    return new GeneratorFigures(
        headroom,
        pauses.collectionNs(),
        pauses.safepoints(),
        pauses.otherNs(),
        longestHiccupNs,
        loopWaitPercent());
  }

  // The kernel adds a wait when it is over, so one that began before the measured time may make it
  // more.
  private double loopWaitPercent() {
    return loopWaitKnown && measuredNs > 0
        ? Math.clamp(100.0 * loopWaitNs / measuredNs, 0, 100)
        : -1;
  }

  /**
   * How the loops fared in a step's measured time.
   *
   * @param cpuNs processor time of the loops; -1 if unknown
   * @param heldUpNs how long the clock or the whole process stood still
   * @param clamped latencies outside the recorders' range
   */
  public record Loops(long cpuNs, long heldUpNs, long clamped) {}
}
