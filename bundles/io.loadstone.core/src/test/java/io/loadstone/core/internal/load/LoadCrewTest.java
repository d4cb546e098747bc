package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.MemoryTarget;
import io.loadstone.core.internal.ScriptedEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadCrewTest {

  @Test
  void recordersOfAThousandLoopsDoNotFillTheHeap() {
    AccessPattern pattern =
        new AccessPattern(AccessSpecification.of("reads", 4096, 100, 100), List.of(1L << 20));
    List<Target> targets = List.of(MemoryTarget.of(1 << 20));
    Load load =
        new Load(
            ScriptedEngine.asynchronous(),
            java.util.Map.of(),
            targets,
            pattern,
            1000,
            1,
            1,
            1000,
            "test");

    LoadCrew crew = new LoadCrew(load, new LoadControl(), new ErrorLog(1, List.of("a")));

    assertThat(crew.recorders()).hasSize(64);
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
}
