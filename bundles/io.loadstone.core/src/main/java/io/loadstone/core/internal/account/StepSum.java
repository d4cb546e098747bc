package io.loadstone.core.internal.account;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.ResultStore.UnfinishedStep;
import java.util.List;
import java.util.Optional;

/**
 * The totals of a step: the sum of its published intervals and of nothing else, whether the step
 * ended here or is read back from the store after a crash.
 */
public final class StepSum {
  private final DirectionSum read = new DirectionSum();
  private final DirectionSum write = new DirectionSum();
  private long startEpochMs = -1;
  private long nextEpochMs = -1;
  private long rampUpNs;
  private long measuredNs;
  private long intervals;
  private long gaps;
  private long operationsOfIntervals;
  private boolean changed;
  private Optional<ArrivalFigures> arrivals = Optional.empty();
  private final CpuSum cpu = new CpuSum();
  private final DeviceSum device = new DeviceSum();
  private final RateSeries rates = new RateSeries();
  private long writtenBytes;
  private long flushNs = -1;

  /** Adds the next interval, as it was published. */
  public void add(Interval interval) {
    if (!interval.rampUp()) {
      read.add(interval.read());
      write.add(interval.write());
    }
    count(interval);
  }

  /**
   * Adds the next interval, the last one that the press made: to the same effect, without decoding
   * what the press has still before it.
   */
  public void add(Interval interval, IntervalPress press) {
    if (!interval.rampUp()) {
      press.addTo(read, write);
    }
    count(interval);
  }

  /** What was written is durable, so much after the last interval. */
  public void flushed(long afterNs) {
    flushNs = afterNs;
  }

  private void count(Interval interval) {
    writtenBytes += interval.write().figures().bytes();
    if (interval.rampUp()) {
      rampUpNs += interval.lengthNs();
      return;
    }
    if (startEpochMs < 0) {
      startEpochMs = interval.startEpochMs();
    } else if (interval.startEpochMs() != nextEpochMs) {
      gaps++;
    }
    nextEpochMs = interval.startEpochMs() + 1000;
    intervals++;
    measuredNs += interval.lengthNs();
    operationsOfIntervals += interval.total().operations();
    arrivals = interval.arrivals().map(this::withArrivals);
    cpu.add(interval.cpu(), interval.lengthNs());
    device.add(interval.device(), interval.lengthNs());
    rates.add(interval);
  }

  private ArrivalFigures withArrivals(ArrivalFigures more) {
    ArrivalFigures sum = arrivals.orElse(ArrivalFigures.NONE);
    return new ArrivalFigures(
        sum.arrivals() + more.arrivals(),
        sum.started() + more.started(),
        sum.late() + more.late(),
        sum.lateByGenerator() + more.lateByGenerator(),
        more.backlog(),
        sum.skipped() + more.skipped());
  }

  /** Set points were changed: from here on it is no fixed combination any more. */
  public void changed() {
    changed = true;
  }

  /** Whether there is any measured interval. */
  public boolean measured() {
    return intervals > 0;
  }

  /** How the schedule of an open loop was kept so far; empty in a closed loop. */
  public Optional<ArrivalFigures> arrivals() {
    return arrivals;
  }

  /** Real length of the measured time so far. */
  public long measuredNs() {
    return measuredNs;
  }

  /** Operations per second so far. */
  public double iops() {
    return measuredNs == 0 ? 0 : operationsOfIntervals * 1e9 / measuredNs;
  }

  /**
   * The result so far.
   *
   * @param begun what it is the result of
   * @param generator what it saw of itself
   * @param written what could be made of the data that it wrote
   * @param judge makes the verdict out of the totals
   */
  public StepResult result(
      UnfinishedStep begun, GeneratorFigures generator, DataFigures written, Judge judge) {
    DirectionSum both = new DirectionSum();
    both.add(read);
    both.add(write);
    IoFigures total = both.figures(measuredNs);
    CpuFigures cpuTime = cpu.figures(total.operations());
    List<SelfCheck> checks =
        SelfChecks.of(
            begun.step(),
            new SelfChecks.Facts(
                read.figures(measuredNs),
                write.figures(measuredNs),
                total,
                operationsOfIntervals,
                both.service.histogramCount(),
                both.response.histogramCount(),
                intervals,
                gaps,
                measuredNs,
                changed,
                device.figures(),
                begun.direct()));
    return new StepResult(
        begun.step(),
        begun.targets(),
        begun.engine(),
        begun.pageCache(),
        startEpochMs,
        startEpochMs + Math.round(measuredNs / 1e6),
        rampUpNs / 1e9,
        measuredNs / 1e9,
        read.figures(measuredNs),
        write.figures(measuredNs),
        total,
        arrivals,
        cpuTime,
        device.figures(),
        rates.steady(),
        durable(),
        generator,
        judge.judge(total, cpuTime, checks),
        checks,
        written);
  }

  /** Sentences about why the step's mean is no rate that lasts; usually none. */
  public List<String> remarks() {
    DirectionSum both = new DirectionSum();
    both.add(read);
    both.add(write);
    return LastingRate.remarks(
        write.figures(measuredNs), both.figures(measuredNs), rates.steady(), durable());
  }

  private Optional<DurableWrites> durable() {
    return flushNs < 0 || writtenBytes == 0
        ? Optional.empty()
        : Optional.of(
            new DurableWrites(
                flushNs / 1e9, writtenBytes * 1e3 / (rampUpNs + measuredNs + flushNs)));
  }

  /** Makes a verdict. */
  @FunctionalInterface
  public interface Judge {
    /** Judges a step's totals. */
    Verdict judge(IoFigures total, CpuFigures cpu, List<SelfCheck> checks);
  }
}
