package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationKeysTest {
  private static final Set<String> KNOWN = Set.of("loops", "concurrentRuns");

  @Test
  void aKeyThatNothingReadsIsNamedWithTheNearestKnownOneAndAllOfThem() {
    assertThat(
            ConfigurationKeys.unknown(
                "io.loadstone.runs.cfg", List.of("loops", "concurentRuns", "zzzzzzzz"), KNOWN))
        .containsExactly(
            "io.loadstone.runs.cfg: nothing reads the key \"concurentRuns\" (did you mean"
                + " \"concurrentRuns\"?); known are: concurrentRuns, loops.",
            "io.loadstone.runs.cfg: nothing reads the key \"zzzzzzzz\"; known are: concurrentRuns,"
                + " loops.");
  }

  @Test
  void whatTheInstallerAndTheServiceAddIsNoKeyOfAPerson() {
    assertThat(
            ConfigurationKeys.unknown(
                "io.loadstone.runs.cfg",
                List.of("loops", "service.pid", "felix.fileinstall.filename"),
                KNOWN))
        .isEmpty();
  }
}
