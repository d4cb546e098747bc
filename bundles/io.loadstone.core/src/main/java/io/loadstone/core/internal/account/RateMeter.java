package io.loadstone.core.internal.account;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * The rate of what recorders take in, over windows of any length; for load that is part of no step.
 *
 * <p><b>Threads:</b> one, the only reader of the recorders.
 */
public final class RateMeter {
  private final List<Recorder> recorders;
  private final LongSupplier nanoTime;
  private final Recorder.Buffer sum;
  private long fromNs;

  /** The first window begins here. */
  public RateMeter(List<Recorder> recorders, LongSupplier nanoTime) {
    this.recorders = List.copyOf(recorders);
    this.nanoTime = nanoTime;
    sum = recorders.getFirst().spare();
    fromNs = nanoTime.getAsLong();
  }

  /** Ends the window under way, begins the next. */
  public Window next() {
    recorders.forEach(Recorder::swap);
    long now = nanoTime.getAsLong();
    recorders.forEach(recorder -> recorder.takeInto(sum));
    Window window = new Window(sum.operations(), now - fromNs);
    sum.clear();
    fromNs = now;
    return window;
  }

  /**
   * What was done in one window.
   *
   * @param operations completed without error
   * @param lengthNs real length
   */
  public record Window(long operations, long lengthNs) {
    /** Operations per second. */
    public double iops() {
      return lengthNs <= 0 ? 0 : operations * 1e9 / lengthNs;
    }

    /** Both together. */
    public Window plus(Window other) {
      return new Window(operations + other.operations, lengthNs + other.lengthNs);
    }
  }
}
