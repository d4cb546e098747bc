package io.loadstone.api.run;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.quantity.Sizes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
    return same(AccessLine::sizeBytes).orElse(-1);
  }

  /** Waited before each burst; empty if the lines of the workload differ in it. */
  public Optional<Duration> thinkTime() {
    return same(AccessLine::delay);
  }

  /** One of them as people write it; {@code mixed} if the lines of the workload differ in it. */
  public String text(SetPoint point) {
    return switch (point) {
      case OUTSTANDING -> Integer.toString(outstandingPerWorker);
      case RATE -> rate.map(Rate::format).orElse("");
      case READ -> same(AccessLine::readPercent).map(Percentages::format).orElse("mixed");
      case BLOCK_SIZE ->
          same(AccessLine::sizeBytes).map(size -> Sizes.format(size)).orElse("mixed");
      case THINK_TIME -> same(AccessLine::delay).map(Durations::format).orElse("mixed");
    };
  }

  private <T> Optional<T> same(Function<AccessLine, T> what) {
    List<T> values = workload.lines().stream().map(what).distinct().toList();
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }
}
