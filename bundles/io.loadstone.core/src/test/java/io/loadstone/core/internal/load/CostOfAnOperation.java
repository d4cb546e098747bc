package io.loadstone.core.internal.load;

import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * What it costs to draw a place and to fill a block, in processor time of one thread; the best of
 * several rounds, since whatever else goes on only adds to it. No test: run it from the checkout
 * after a build with
 *
 * <pre>
 * java -cp bundles/io.loadstone.core/target/test-classes:bundles/io.loadstone.core/target/classes:\
 * bundles/io.loadstone.api/target/classes io.loadstone.core.internal.load.CostOfAnOperation
 * </pre>
 */
final class CostOfAnOperation {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 15;
  private static final int DRAWS = 2_000_000;
  private static final long FILLED_BYTES = 256L << 20;

  /** A sum that is looked at keeps draws from being optimised away. */
  private static long kept;

  private CostOfAnOperation() {}

  /** Prints both tables. */
  public static void main(String[] arguments) {
    for (long places : new long[] {1L << 20, 1L << 35}) {
      for (String text :
          List.of(
              "uniform",
              "zipf(0.9 clustered)",
              "zipf(0.9)",
              "zipf(1.2)",
              "pareto(0.2 clustered)",
              "pareto(0.2)",
              "normal(50% 10%)",
              "zones(80%/20% 15%/30% 5%/50%)")) {
        draw(text, places);
      }
    }
    if (kept == 0) {
      throw new AssertionError("no draw was made");
    }
    for (DataContent data :
        List.of(DataContent.UNIQUE, new DataContent(50, 0, 4096), new DataContent(50, 40, 4096))) {
      fill(data, 4096, 32);
      fill(data, 65536, 8);
      fill(data, 1 << 20, 8);
      fill(data, 1 << 20, 128);
    }
  }

  private static void draw(String text, long places) {
    PlaceLaw law = PlaceLaw.of(Distribution.parse(text), places, 0);
    RandomStream random = new RandomStream(1);
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < DRAWS; i++) {
        kept += law.draw(random);
      }
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - before);
    }
    System.out.printf("%-32s of %,15d places: %6.1f ns%n", text, places, (double) best / DRAWS);
  }

  private static void fill(DataContent data, int blockBytes, int buffers) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] slots = new MemorySegment[buffers];
      for (int i = 0; i < buffers; i++) {
        slots[i] = arena.allocate(blockBytes, 4096);
      }
      WriteData writer = new WriteData(data, new long[] {1L << 40}, DataSample.none());
      long best = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long before = THREADS.getCurrentThreadCpuTime();
        for (long at = 0; at < FILLED_BYTES; at += blockBytes) {
          writer.fill(slots[(int) (at / blockBytes % buffers)], 0, at, blockBytes);
        }
        best = Math.min(best, THREADS.getCurrentThreadCpuTime() - before);
      }
      System.out.printf(
          "%2.0f%% compressible, %2.0f%% duplicate, blocks of %,9d bytes, %3d buffers:"
              + " %5.2f%% of a core at 1 GB/s%n",
          data.compressiblePercent(),
          data.duplicatePercent(),
          blockBytes,
          buffers,
          100.0 * best / FILLED_BYTES);
    }
  }
}
