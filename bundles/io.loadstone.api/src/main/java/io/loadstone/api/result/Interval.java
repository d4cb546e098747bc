package io.loadstone.api.result;

import java.util.List;
import java.util.Optional;

/**
 * One second of a step, aligned to the wall clock; the unit of every time series. An interval
 * without any completion exists like every other one.
 *
 * @param step 0-based index of its step, {@link StepPlan#index()}
 * @param rampUp whether it lies in the ramp-up and so is not part of the step's totals
 * @param startEpochMs its beginning, a whole second unless it is the first of a step
 * @param lengthNs its real length, from the monotonic clock
 * @param read reads
 * @param write writes
 * @param total both, from merged histograms
 * @param arrivals how the schedule of an open loop was kept; empty in a closed loop
 * @param cpu processor time
 * @param device what the block devices behind the targets did
 * @param notes sentences about it: a stalled loop, a generator that was held up, errors by name
 */
public record Interval(
    int step,
    boolean rampUp,
    long startEpochMs,
    long lengthNs,
    DirectionInterval read,
    DirectionInterval write,
    IoFigures total,
    Optional<ArrivalFigures> arrivals,
    CpuFigures cpu,
    DeviceFigures device,
    List<String> notes) {
  public Interval {
    notes = List.copyOf(notes);
  }

  /** An interval of a closed loop. */
  public Interval(
      int step,
      boolean rampUp,
      long startEpochMs,
      long lengthNs,
      DirectionInterval read,
      DirectionInterval write,
      IoFigures total,
      CpuFigures cpu,
      DeviceFigures device,
      List<String> notes) {
    this(
        step,
        rampUp,
        startEpochMs,
        lengthNs,
        read,
        write,
        total,
        Optional.empty(),
        cpu,
        device,
        notes);
  }
}
