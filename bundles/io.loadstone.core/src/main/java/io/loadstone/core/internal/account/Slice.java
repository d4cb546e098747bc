package io.loadstone.core.internal.account;

import org.jspecify.annotations.Nullable;

/**
 * What all recorders of a step took in between two readings of the clock; an interval before it is
 * encoded.
 */
public final class Slice {
  final boolean rampUp;
  final long startEpochMs;
  final long lengthNs;
  final CpuMeter.Reading cpu;
  final DeviceMeter.Reading device;

  /** How the schedule of an open loop was kept up to its end; null in a closed loop. */
  final ArrivalMeter.@Nullable Reading arrivals;

  /** Whether nothing of the step comes after it. */
  final boolean last;

  /** How long the clock thread was held up beyond its end; 0 if it was not. */
  final long lateNs;

  /** Whether the whole process stood still meanwhile, and not only the clock. */
  final boolean stoodStill;

  /** What was recorded; belongs to the clock again once the slice is given back. */
  final Recorder.Buffer counts;

  /**
   * @param startEpochMs its nominal beginning by the wall clock
   * @param lengthNs its real length
   */
  Slice(
      boolean rampUp,
      long startEpochMs,
      long lengthNs,
      Recorder.Buffer counts,
      HostMeter.Reading host,
      ArrivalMeter.@Nullable Reading arrivals,
      boolean last,
      long lateNs,
      boolean stoodStill) {
    this.rampUp = rampUp;
    this.startEpochMs = startEpochMs;
    this.lengthNs = lengthNs;
    this.counts = counts;
    this.cpu = host.cpu();
    this.device = host.device();
    this.arrivals = arrivals;
    this.last = last;
    this.lateNs = lateNs;
    this.stoodStill = stoodStill;
  }

  /** Whether it lies in the ramp-up. */
  public boolean rampUp() {
    return rampUp;
  }

  /** Moved in it, both directions. */
  public long bytes() {
    return (counts.read == null ? 0 : counts.read.bytes())
        + (counts.write == null ? 0 : counts.write.bytes());
  }
}
