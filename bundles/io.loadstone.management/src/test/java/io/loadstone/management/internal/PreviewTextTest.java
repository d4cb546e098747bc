package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.Preview;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreviewTextTest {
  @Test
  void aSingleStepIsToldInTheSingular() {
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4_096, 100, 100),
            1,
            1,
            1,
            Duration.ZERO,
            Duration.ofSeconds(3),
            Duration.ZERO);
    Preview preview =
        new Preview("sync", "sync", List.of(), List.of(step), 3, List.of(), Optional.empty());
    assertThat(PreviewText.of("name: x", preview)).contains("\n1 step, about 3 s, and");
  }
}
