package io.loadstone.api.run;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.quantity.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What can be changed of the step under way. A change holds for the rest of the step; the next step
 * begins as planned.
 *
 * @param workload the access specification as it is now
 * @param outstandingPerWorker I/Os that each worker keeps outstanding; in an open loop the most
 * @param rate of an open loop; empty in a closed loop
 */
public record SetPoints(
    AccessSpecification workload, int outstandingPerWorker, Optional<Rate> rate) {

  /** Share of reads of all operations, 0 to 100. */
  public double readPercent() {
    return workload.lines().stream().mapToDouble(l -> l.sharePercent() * l.readPercent()).sum()
        / workload.lines().stream().mapToDouble(AccessLine::sharePercent).sum();
  }

  /** Length of each operation; -1 if the lines of the workload differ in it. */
  public int blockSizeBytes() {
    List<Integer> sizes = workload.lines().stream().map(AccessLine::sizeBytes).distinct().toList();
    return sizes.size() == 1 ? sizes.getFirst() : -1;
  }

  /** Waited before each burst; empty if the lines of the workload differ in it. */
  public Optional<Duration> thinkTime() {
    List<Duration> delays = workload.lines().stream().map(AccessLine::delay).distinct().toList();
    return delays.size() == 1 ? Optional.of(delays.getFirst()) : Optional.empty();
  }
}
