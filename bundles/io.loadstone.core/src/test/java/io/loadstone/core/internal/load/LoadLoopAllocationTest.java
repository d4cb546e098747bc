package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.MemoryTarget;
import io.loadstone.core.internal.ScriptedEngine;
import io.loadstone.core.internal.account.Recorder;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadLoopAllocationTest {
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform",
        "fullCoverage",
        "zipf(1.2)",
        "pareto(0.2 clustered)",
        "normal(50% 10%)",
        "zones(80%/20% 20%/80%)"
      })
  void aLoopAllocatesNothingOnceBegun(String distribution) throws Exception {
    allocatesNothing(distribution, null);
  }

  @ParameterizedTest
  @EnumSource(Arrivals.Law.class)
  void neitherDoesAnOpenLoop(Arrivals.Law law) throws Exception {
    // More than it can start, so that there is something to do in each turn.
    OpenLoop open = new OpenLoop(Rate.ofOperations(1e8), new Arrivals(law, 1));
    ArrivalSchedule schedule = new ArrivalSchedule(open, 4096, 1);
    schedule.begin(System.nanoTime());
    allocatesNothing("uniform", schedule);
  }

  private static void allocatesNothing(String distribution, @Nullable ArrivalSchedule schedule)
      throws Exception {
    AccessSpecification mixed =
        new AccessSpecification(
            "mixed",
            List.of(
                new AccessLine(4096, 70, 60, 80, 1, Duration.ZERO, 4096),
                new AccessLine(4096, 30, 60, 20, 4, Duration.ofNanos(100), 4096)),
            Distribution.parse(distribution),
            AddressRange.WHOLE,
            3);
    ScriptedEngine engine = ScriptedEngine.asynchronous();
    List<Target> targets = List.of(MemoryTarget.of(1 << 20), MemoryTarget.of(1 << 20));
    AccessPattern pattern = new AccessPattern(mixed, List.of(1L << 20, 1L << 20));
    Load load =
        new Load(engine, java.util.Map.of(), targets, pattern, 2, 8, schedule, 1, 1, "test");
    SharedPlaces places = new SharedPlaces(pattern, 2, false, 1);
    OperationStream[] streams = {
      new OperationStream(pattern, places, 1, 0, 0), new OperationStream(pattern, places, 1, 1, 0)
    };
    LoadControl control = new LoadControl();
    ErrorLog errors = new ErrorLog(1, List.of("a", "b"));
    LoadLoop loop =
        new LoadLoop(
            load,
            new LoadShape(pattern, 8, 0),
            streams,
            0,
            8,
            new Recorder(true, true, false),
            control,
            errors,
            new LoadCrew(load, control, errors, DataSample.none()));
    try (IoQueue queue = engine.open(targets, new QueueOptions(16, 4096, 4096))) {
      loop.takeBuffers(queue);
      loop.begin(System.nanoTime());
      long beganNs = System.nanoTime();
      long now = turns(loop, queue, beganNs, 10_000);
      long bytes = Long.MAX_VALUE;
      // Interpreted code may allocate; rounds go on until the compiler has done its work.
      while (bytes != 0 && System.nanoTime() - beganNs < LONG_ENOUGH_NS) {
        long before = allocated();
        long readingAllocates = allocated() - before;
        before = allocated();
        now = turns(loop, queue, now, 10_000);
        bytes = allocated() - before - readingAllocates;
      }

      assertThat(bytes).isZero();
      assertThat(engine.operations.get()).isGreaterThan(10_000);
      assertThat(errors.count()).isZero();
    }
  }

  private static long turns(LoadLoop loop, IoQueue queue, long now, int count) throws Exception {
    long at = now;
    for (int i = 0; i < count; i++) {
      at = loop.turn(queue, at, true);
    }
    return at;
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }
}
