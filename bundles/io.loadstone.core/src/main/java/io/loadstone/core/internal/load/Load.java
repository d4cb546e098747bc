package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.Target;
import java.util.List;
import java.util.Map;

/**
 * One piece of load before it runs.
 *
 * @param engine what issues it
 * @param engineOptions as the plan sets them
 * @param targets all of them, open
 * @param pattern what it looks like
 * @param workers how many
 * @param outstanding I/Os of each worker
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
    long seed,
    int loops,
    String name) {
  private static final int PAGE_BYTES = 4096;

  public Load {
    targets = List.copyOf(targets);
  }

  /** The same, issued by another engine, without options. */
  public Load with(IoEngine another) {
    return new Load(another, Map.of(), targets, pattern, workers, outstanding, seed, loops, name);
  }

  /** What addresses of buffers must be multiples of: all targets' alignment, at least a page. */
  static int bufferAlignment(List<Target> targets) {
    return targets.stream().mapToInt(Target::alignmentBytes).reduce(PAGE_BYTES, Math::max);
  }
}
