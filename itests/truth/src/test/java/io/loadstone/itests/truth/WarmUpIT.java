package io.loadstone.itests.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.core.internal.TestAgent;
import io.loadstone.engine.noop.internal.NoopEngine;
import io.loadstone.engine.noop.internal.NoopTargetProvider;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The generator at its own limit: it does not begin cold. */
class WarmUpIT {
  @Test
  @EnabledIfSystemProperty(named = "truth.long", matches = ".*", disabledReason = "the long form")
  @DisplayName("the second interval of a run is within 3 % of the tenth")
  void theSecondIntervalIsAsFastAsTheTenth() throws Exception {
    Truth.holds(
        () -> {
          try (TestAgent agent = new TestAgent(new NoopEngine()).with(new NoopTargetProvider())) {
            Plan plan =
                TestAgent.plan(
                    Plan.ENGINE_AUTO,
                    ErrorPolicy.STOP,
                    "noop:",
                    TestAgent.measure(TestAgent.reads(), "1", "32", 0, 11_000));
            RunResult result = agent.run(plan, Duration.ofMinutes(1));
            List<Interval> intervals = agent.store.intervals(result.run().id());
            assertThat(intervals).hasSize(11);
            Interval second = intervals.get(1);
            Interval tenth = intervals.get(9);
            return List.of(
                new Comparison(
                    "IOPS of the second interval",
                    0.97 * tenth.total().iops(),
                    1.03 * tenth.total().iops(),
                    second.total().iops(),
                    undisturbed(second) && undisturbed(tenth)));
          }
        });
  }

  /** Whether the one loop, which never rests, had a processor all the time. */
  private static boolean undisturbed(Interval interval) {
    return interval.cpu().agentPercentOfOneCore() > 99 && interval.cpu().stealPercent() < 1;
  }
}
