package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.quantity.Sizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much load fits: memory for buffers, slots of a queue, threads. */
final class LoadLimits {
  private static final int MOST_DEPTH = 32_768;

  // Beyond it not even a request to stop gets through on storage that never lets a thread wait:
  // the JVM itself asks all threads to come to a halt now and then, each in its turn.
  private static final int MOST_THREADS_PER_PROCESSOR = 512;

  // With more of them ready to run for each processor, the one that ends a step may wait for many
  // turns of all others.
  private static final int MANY_THREADS_PER_PROCESSOR = 128;

  private LoadLimits() {}

  /**
   * Why a load is too much, in sentences without their full stop.
   *
   * @param engine null if it is not known
   */
  static List<String> refusals(
      Settings settings, @Nullable IoEngine engine, int workers, int outstanding, int blockBytes) {
    List<String> reasons = new ArrayList<>();
    long all = (long) workers * outstanding;
    String load = "A load of " + workers + " x " + outstanding + " outstanding";
    if (all * blockBytes > settings.bufferMemoryBytes()) {
      reasons.add(
          load
              + " with blocks of "
              + Sizes.format(blockBytes)
              + " needs "
              + Sizes.format(all * blockBytes)
              + " of buffers; allowed are "
              + Sizes.format(settings.bufferMemoryBytes())
              + "; lower the load or raise bufferMemoryBytes in io.loadstone.runs.cfg");
    }
    if (engine == null) {
      return reasons;
    }
    int processors = Runtime.getRuntime().availableProcessors();
    long mostThreads = (long) MOST_THREADS_PER_PROCESSOR * processors;
    if (!engine.traits().asynchronous() && all > mostThreads) {
      reasons.add(
          "The engine "
              + engine.traits().name()
              + " needs a thread for each of "
              + all
              + " outstanding I/Os; allowed are "
              + mostThreads
              + " on "
              + processors
              + " processors; lower the load or use an asynchronous engine");
    }
    long depth = Math.ceilDiv(workers, Math.min(settings.loops(), workers)) * (long) outstanding;
    if (engine.traits().asynchronous() && depth > MOST_DEPTH) {
      reasons.add(
          load
              + " makes "
              + depth
              + " on one queue; allowed are "
              + MOST_DEPTH
              + "; lower it, or spread it over more workers");
    }
    return reasons;
  }

  /** What to know about a load that is not too much, in sentences. */
  static List<String> warnings(@Nullable IoEngine engine, int workers, int outstanding) {
    long threads = (long) workers * outstanding;
    int processors = Runtime.getRuntime().availableProcessors();
    if (engine == null
        || engine.traits().asynchronous()
        || threads <= (long) MANY_THREADS_PER_PROCESSOR * processors) {
      return List.of();
    }
    return List.of(
        "The engine "
            + engine.traits().name()
            + " takes a thread for each outstanding I/O: "
            + threads
            + " threads on "
            + processors
            + " processors. On a fast target steps end late, and the figures are those of the"
            + " scheduler; take an asynchronous engine or a lower load.");
  }
}
