package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.target.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One piece of load before it runs.
 *
 * @param engine what issues it
 * @param engineOptions as the plan sets them
 * @param targets all of them, open
 * @param pattern what it looks like
 * @param workers how many
 * @param outstanding I/Os of each worker
 * @param schedule of an open loop; null in a closed one
 * @param seed of its random streams
 * @param loops the most loop threads of an asynchronous engine
 * @param name of its threads
 */
public record Load(
    IoEngine engine,
    Map<String, String> engineOptions,
    List<Target> targets,
    AccessPattern pattern,
    int workers,
    int outstanding,
    @Nullable ArrivalSchedule schedule,
    long seed,
    int loops,
    String name) {
  private static final int PAGE_BYTES = 4096;

  public Load {
    targets = List.copyOf(targets);
  }

  /** A closed loop. */
  public Load(
      IoEngine engine,
      Map<String, String> engineOptions,
      List<Target> targets,
      AccessPattern pattern,
      int workers,
      int outstanding,
      long seed,
      int loops,
      String name) {
    this(engine, engineOptions, targets, pattern, workers, outstanding, null, seed, loops, name);
  }

  /**
   * Makes an open loop go on with this rate from here on.
   *
   * @param meanBytes mean length of its operations from here on
   */
  public void changeRate(Optional<Rate> rate, double meanBytes) {
    if (schedule != null && rate.isPresent()) {
      schedule.change(rate.get(), meanBytes, System.nanoTime());
    }
  }

  /** A closed loop of the same, issued by another engine: without options. */
  public Load with(IoEngine another) {
    return new Load(another, Map.of(), targets, pattern, workers, outstanding, seed, loops, name);
  }

  /** What addresses of buffers must be multiples of: all targets' alignment, at least a page. */
  static int bufferAlignment(List<Target> targets) {
    return targets.stream().mapToInt(Target::alignmentBytes).reduce(PAGE_BYTES, Math::max);
  }
}
