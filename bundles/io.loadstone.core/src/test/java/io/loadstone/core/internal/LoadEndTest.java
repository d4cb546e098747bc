package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.target.Target;
import io.loadstone.core.internal.account.RateMeter;
import io.loadstone.core.internal.load.AccessPattern;
import io.loadstone.core.internal.load.DataSample;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import io.loadstone.core.internal.load.LoadCrew;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How a load ends if whoever drives it gets no processor: here nobody drives it, no clock cuts its
 * intervals, and no coordinator looks.
 */
class LoadEndTest {
  private static final long LONG_ENOUGH_NS = 20_000_000_000L;

  private final LoadControl control = new LoadControl();

  private LoadCrew crew(ScriptedEngine engine) throws InterruptedException {
    AccessPattern pattern = new AccessPattern(TestAgent.reads(), List.of(1L << 20));
    List<Target> targets = List.of(MemoryTarget.of(1 << 20));
    Load load = new Load(engine, Map.of(), targets, pattern, 2, 4, 1, 2, "test");
    LoadCrew crew = new LoadCrew(load, control, new ErrorLog(1, List.of("a")), DataSample.none());
    crew.start();
    assertThat(crew.awaitReady(LONG_ENOUGH_NS)).isTrue();
    return crew;
  }

  private static ScriptedEngine engine(boolean asynchronous) {
    return asynchronous ? ScriptedEngine.asynchronous() : ScriptedEngine.synchronous();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void loopsEndAtThePlannedEndThoughNobodyTellsThem(boolean asynchronous) throws Exception {
    ScriptedEngine engine = engine(asynchronous);
    LoadCrew crew = crew(engine);

    long now = System.nanoTime();
    crew.begin(now, now + 50_000_000L);

    assertThat(crew.awaitEnd(LONG_ENOUGH_NS)).isTrue();
    assertThat(System.nanoTime() - now).isGreaterThanOrEqualTo(50_000_000L);
    assertThat(control.mode()).isEqualTo(LoadControl.Mode.RUN);
    assertThat(engine.openQueues).hasValue(0);
    // What the loops took is known though they are gone, as a verdict needs it.
    assertThat(crew.loopTime().cpuNs()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCompletesAfterTheEndIsInNoInterval(boolean asynchronous) throws Exception {
    ScriptedEngine engine = engine(asynchronous);
    CountDownLatch inFlight = new CountDownLatch(1);
    CountDownLatch completes = new CountDownLatch(1);
    engine.script =
        (kind, target, offset, length) -> {
          inFlight.countDown();
          await(completes);
          return length;
        };
    LoadCrew crew = crew(engine);
    RateMeter meter = new RateMeter(crew.recorders(), System::nanoTime);
    long now = System.nanoTime();
    crew.begin(now);
    inFlight.await();

    crew.begin(now, System.nanoTime());
    completes.countDown();

    assertThat(crew.awaitEnd(LONG_ENOUGH_NS)).isTrue();
    assertThat(engine.operations.get()).isPositive();
    assertThat(meter.next().operations()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestForTheEndReachesLoopsThatNobodyDrives(boolean aborts) throws Exception {
    LoadCrew crew = crew(ScriptedEngine.synchronous());
    LiveRun run =
        new LiveRun(
            "r",
            TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 1000)),
            List.of(),
            1,
            0,
            "",
            () -> {});
    run.load(control);
    crew.begin(System.nanoTime());

    if (aborts) {
      run.abort();
    } else {
      run.stop();
    }

    assertThat(crew.awaitEnd(LONG_ENOUGH_NS)).isTrue();
    assertThat(control.mode()).isEqualTo(aborts ? LoadControl.Mode.CANCEL : LoadControl.Mode.DRAIN);
  }

  @Test
  void loopsThatWaitForTheirBeginningEndIfThereIsNone() throws Exception {
    LoadCrew crew = crew(ScriptedEngine.synchronous());

    control.drain();

    assertThat(crew.awaitEnd(LONG_ENOUGH_NS)).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
