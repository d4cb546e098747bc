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
                + " \"concurrentRuns\"?), so it has no effect; correct or remove it. Known are:"
                + " concurrentRuns, loops.",
            "io.loadstone.runs.cfg: nothing reads the key \"zzzzzzzz\", so it has no effect; correct"
                + " or remove it. Known are: concurrentRuns, loops.");
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

  @Test
  void aFileThatNothingReadsIsNamedWithTheNearestKnownOneAndAllOfThem() {
    Set<String> known = Set.of("io.loadstone.runs", "io.loadstone.http");
    assertThat(ConfigurationKeys.unknownFile("io.loadstone.run.cfg", "io.loadstone.run", known))
        .isEqualTo(
            "io.loadstone.run.cfg: nothing reads a file of this name (did you mean"
                + " io.loadstone.runs.cfg?), so it has no effect; rename or remove it. Known are: io.loadstone.http.cfg,"
                + " io.loadstone.runs.cfg.");
  }
}
