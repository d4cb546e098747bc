package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.Verdict;
import io.loadstone.engine.noop.internal.NoopEngine;
import io.loadstone.engine.noop.internal.NoopTargetProvider;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoopRunTest {

  @Test
  void theEngineNoopIsChosenForItsOwnTargetAndEveryCheckHoldsAtItsSpeed() throws Exception {
    ScriptedEngine forPaths = ScriptedEngine.asynchronous();
    forPaths.refuses = Optional.of("it is no path");
    try (TestAgent agent = new TestAgent(new NoopEngine(), forPaths)) {
      agent.runs.addTargetProvider(new NoopTargetProvider());
      RunResult result =
          agent.run(
              TestAgent.plan(
                  Plan.ENGINE_AUTO,
                  ErrorPolicy.STOP,
                  "noop:",
                  TestAgent.measure(TestAgent.mixed(), "4", "32", 0, 1000)));

      assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
      assertThat(result.steps())
          .singleElement()
          .satisfies(
              step -> {
                assertThat(step.engine()).isEqualTo("noop");
                assertThat(step.selfChecks())
                    .filteredOn(check -> !check.name().equals("littles-law"))
                    .allMatch(SelfCheck::passed);
                assertThat(step.verdict().state()).isEqualTo(Verdict.State.GENERATOR_BOUND);
              });
    }
  }
}
