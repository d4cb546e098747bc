package io.loadstone.core.internal.account;

import org.jspecify.annotations.Nullable;

/**
 * What all recorders of a step took in between two readings of the clock; an interval before it is
 * encoded.
 */
public final class Slice {
  final boolean rampUp;
  final long startNs;
  final long lengthNs;
  final @Nullable Counts read;
  final @Nullable Counts write;
  final CpuMeter.Reading cpu;

  /** How long the clock thread was held up beyond its end; 0 if it was not. */
  final long heldUpNs;

  /**
   * @param startNs its nominal beginning, nanoseconds since the step's anchor
   * @param lengthNs its real length
   */
  Slice(
      boolean rampUp,
      long startNs,
      long lengthNs,
      boolean reads,
      boolean writes,
      CpuMeter.Reading cpu,
      long heldUpNs) {
    this.rampUp = rampUp;
    this.startNs = startNs;
    this.lengthNs = lengthNs;
    this.read = reads ? new Counts(false) : null;
    this.write = writes ? new Counts(false) : null;
    this.cpu = cpu;
    this.heldUpNs = heldUpNs;
  }

  /** Whether it lies in the ramp-up. */
  public boolean rampUp() {
    return rampUp;
  }

  /** Moved in it, both directions. */
  public long bytes() {
    return (read == null ? 0 : read.bytes()) + (write == null ? 0 : write.bytes());
  }

  void add(Recorder.Buffer buffer) {
    if (read != null && buffer.read != null) {
      read.add(buffer.read);
    }
    if (write != null && buffer.write != null) {
      write.add(buffer.write);
    }
  }
}
