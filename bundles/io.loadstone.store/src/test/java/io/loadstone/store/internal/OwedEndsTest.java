package io.loadstone.store.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwedEndsTest {
  private static final RunSummary RUNNING = run("a", RunState.RUNNING);
  private static final RunSummary FAILED = run("a", RunState.FAILED);

  private final OwedEnds owed = new OwedEnds();

  private static RunSummary run(String id, RunState state) {
    return new RunSummary(id, "n", state, "", 1, state.ended() ? 2 : 0, Map.of());
  }

  @Test
  void anEndIsKnownUntilItIsStoredAndThenTheStoreKnows() {
    owed.add(FAILED);
    assertThat(owed.known(RUNNING)).isEqualTo(FAILED);
    assertThat(owed.known(run("b", RunState.RUNNING)).state()).isEqualTo(RunState.RUNNING);

    owed.pay(
        end -> {
          throw new IOException("full");
        });
    assertThat(owed.known(RUNNING)).isEqualTo(FAILED);

    List<RunSummary> stored = new ArrayList<>();
    owed.pay(stored::add);
    owed.pay(stored::add);
    assertThat(stored).containsExactly(FAILED);
    assertThat(owed.known(RUNNING)).isEqualTo(RUNNING);
  }

  @Test
  void theLaterOfTwoEndsIsStored() {
    RunSummary worse =
        new RunSummary("a", "n", RunState.FAILED, "and the disk was full", 1, 3, Map.of());
    owed.add(FAILED);
    owed.add(worse);

    List<RunSummary> stored = new ArrayList<>();
    owed.pay(stored::add);
    assertThat(stored).containsExactly(worse);
  }
}
