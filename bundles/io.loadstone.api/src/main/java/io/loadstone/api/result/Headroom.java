package io.loadstone.api.result;

/**
 * How much more the generator could have done: the same load, driven through an engine that
 * performs no I/O, against what the step did. 1 is none at all.
 *
 * @param noopIops operations per second of the generator alone; -1 if not measured
 * @param ratio {@code noopIops} by the step's IOPS; -1 if not measured or if no operation completed
 * @param notMeasured why it was not measured, a sentence; empty if it was
 */
public record Headroom(double noopIops, double ratio, String notMeasured) {
  /** Measured, before the step that it is for. */
  public static Headroom of(double noopIops) {
    return new Headroom(noopIops, -1, "");
  }

  /** Not measured, for a reason. */
  public static Headroom none(String notMeasured) {
    return new Headroom(-1, -1, notMeasured);
  }

  /** The same, compared with what a step did. */
  public Headroom against(double iops) {
    return new Headroom(noopIops, noopIops > 0 && iops > 0 ? noopIops / iops : -1, notMeasured);
  }
}
