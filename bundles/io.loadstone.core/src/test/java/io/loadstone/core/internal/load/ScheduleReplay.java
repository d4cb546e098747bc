package io.loadstone.core.internal.load;

import io.loadstone.api.plan.OpenLoop;

/** The arrivals of a step again, outside of it: they follow from its seed alone. */
public final class ScheduleReplay {
  private ScheduleReplay() {}

  /**
   * When the first arrivals are due, in nanoseconds from the beginning of the load.
   *
   * @param blockBytes length of every operation
   */
  public static long[] dueNs(OpenLoop open, int blockBytes, long seed, int arrivals) {
    ArrivalSchedule schedule = new ArrivalSchedule(open, blockBytes, seed);
    schedule.begin(0);
    long[] due = new long[arrivals];
    for (int i = 0; i < arrivals; i++) {
      due[i] = schedule.dueNs(schedule.take(blockBytes));
    }
    return due;
  }
}
