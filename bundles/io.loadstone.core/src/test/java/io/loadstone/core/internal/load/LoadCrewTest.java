package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.MemoryTarget;
import io.loadstone.core.internal.ScriptedEngine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadCrewTest {

  @Test
  void recordersOfAThousandLoopsDoNotFillTheHeap() {
    AccessPattern pattern =
        new AccessPattern(AccessSpecification.of("reads", 4096, 100, 100), List.of(1L << 20));
    List<Target> targets = List.of(MemoryTarget.of(1 << 20));
    Load load =
        new Load(
            ScriptedEngine.asynchronous(), Map.of(), targets, pattern, 1000, 1, 1, 1000, "test");

    LoadCrew crew =
        new LoadCrew(load, new LoadControl(), new ErrorLog(1, List.of("a")), DataSample.none());

    assertThat(crew.recorders()).hasSize(64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "fullCoverage", "zipf(1.2)", "normal(50% 1%)"})
  @DisplayName("B147: a load of a given amount moves that amount, whatever the seed")
  void aLoadOfAGivenAmountMovesItWhateverTheSeed(String distribution) {
    AccessSpecification half =
        new AccessSpecification(
            "half random",
            List.of(AccessLine.of(4096, 50, 50)),
            Distribution.parse(distribution),
            AddressRange.WHOLE,
            1);
    AccessPattern pattern = new AccessPattern(half, List.of(1L << 20));
    List<Target> targets = List.of(MemoryTarget.of(1 << 20));
    for (int seed = 0; seed < 250; seed++) {
      ScriptedEngine engine = ScriptedEngine.asynchronous();
      LoadControl control = new LoadControl(1 << 20);
      LoadCrew crew =
          new LoadCrew(
              new Load(engine, Map.of(), targets, pattern, 1, 4, seed, 1, "test"),
              control,
              new ErrorLog(1, List.of("a")),
              DataSample.none());
      crew.start();
      crew.begin(System.nanoTime());

      assertThat(crew.awaitEnd(20_000_000_000L)).isTrue();
      assertThat(engine.operations.get()).as("seed %d", seed).isEqualTo(256);
    }
  }

  @Test
  void aThreadThatTheSystemRefusesFailsTheLoadWithItsCure() {
    AtomicInteger ran = new AtomicInteger();
    Thread refused =
        new Thread() {
          @Override
          public void start() {
            throw new OutOfMemoryError("unable to create native thread");
          }
        };
    LoadControl control = new LoadControl();
    Crew crew =
        new Crew(
            List.of(
                Thread.ofPlatform().unstarted(ran::incrementAndGet),
                refused,
                Thread.ofPlatform().unstarted(ran::incrementAndGet)));
    crew.start(control);

    assertThat(crew.awaitEnd(20_000_000_000L)).isTrue();
    assertThat(ran).hasValue(1);
    assertThat(control.failure())
        .startsWith("The system allowed 1 of the 3 threads of this load (unable to create")
        .contains("ulimit -u");
  }

  @Test
  void aLoopThatIsInterruptedBeforeTheBeginningFailsTheLoad() throws Exception {
    LoadControl control = new LoadControl();
    AtomicBoolean begins = new AtomicBoolean(true);
    Thread loop = Thread.ofPlatform().name("a-loop").start(() -> begins.set(control.awaitBegin()));

    loop.interrupt();
    loop.join();

    assertThat(begins).isFalse();
    assertThat(control.failure())
        .startsWith("The thread a-loop of the load was interrupted before it began");
    assertThat(control.mode()).isEqualTo(LoadControl.Mode.DRAIN);
  }
}
