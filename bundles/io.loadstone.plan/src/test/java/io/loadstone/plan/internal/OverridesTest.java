package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverridesTest {
  private static final String SHORT =
      """
      targets: ["noop:"]
      workloads: [{name: w, blockSize: 4KiB}, {name: v, blockSize: 8KiB}]
      runTime: 5s
      """;

  private final YamlPlanText plans = new YamlPlanText();

  @Test
  void aValueReplacesThatOfTheText() throws Exception {
    Plan plan =
        plans.read(
            SHORT,
            "test",
            Map.of(
                "runTime", "7s",
                "load.outstanding", "1,4,16",
                "load.workers", "[2, 3]",
                "workloads[1].read", "60%",
                "targets", "[\"file:/a b?size=1GiB\", \"noop:x\"]",
                "name", "#1: best",
                "labels.protocol", "nfs",
                "onError.stopAfter", "3"));

    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(7));
    assertThat(measure.load().outstanding().values()).containsExactly(1, 4, 16);
    assertThat(measure.load().workers().values()).containsExactly(2, 3);
    assertThat(measure.workloads().get(1).lines().getFirst().readPercent()).isEqualTo(60);
    assertThat(measure.workloads().get(0).lines().getFirst().readPercent()).isEqualTo(100);
    assertThat(plan.targets()).hasSize(2);
    assertThat(plan.name()).isEqualTo("#1: best");
    assertThat(plan.labels()).isEqualTo(Map.of("protocol", "nfs"));
    assertThat(plan.onError().stopAfterErrors()).isEqualTo(3);
  }

  @Test
  void aPathLeadsIntoPhasesToo() throws Exception {
    String text =
        """
        targets: ["noop:"]
        phases:
          - prepare:
          - measure: {workloads: [{name: w, blockSize: 4KiB}]}
        """;

    Plan plan =
        plans.read(
            text,
            "test",
            Map.of("phases[0].prepare.layout", "sparse", "phases[1].measure.passes", "4"));

    assertThat(((Phase.Prepare) plan.phases().get(0)).layout().name()).isEqualTo("SPARSE");
    assertThat(((Phase.Measure) plan.phases().get(1)).passes()).isEqualTo(4);
  }

  @Test
  void anEmptyTextMayBeFilledByOverridesAlone() throws Exception {
    Plan plan =
        plans.read(
            "",
            "test",
            Map.of("targets", "[\"noop:\"]", "workloads", "[{name: w, blockSize: 4k}]"));

    assertThat(plan.targets()).hasSize(1);
  }

  @Test
  void aNodeThatIsUsedTwiceByAnAliasChangesInOnePlaceOnly() throws Exception {
    String text =
        """
        targets: ["noop:"]
        phases:
          - measure: &m {workloads: [{name: w, blockSize: 4KiB}], passes: 2}
          - measure: *m
        """;

    Plan plan = plans.read(text, "test", Map.of("phases[0].measure.passes", "9"));

    assertThat(((Phase.Measure) plan.phases().get(0)).passes()).isEqualTo(9);
    assertThat(((Phase.Measure) plan.phases().get(1)).passes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "runTime|soon|runTime: \"soon\" is not allowed here; allowed: a time",
        "workloads[0].read|120%|workloads[0].read: \"120%\" is not allowed here",
        "workloads[5].read|1%|workloads[5].read: this path leads nowhere: there is no entry [5]",
        "workload[0].read|1%|workload[0].read: this path leads nowhere: there is no list \"workload\"",
        "runTime.x|1|runTime.x: this path leads nowhere: \"x\" is looked for in a single value",
        "runTime[0]|1|runTime[0]: this path leads nowhere: entry [0] is looked for in a single value",
        "runtime|3s|runtime: there is no such field; did you mean \"runTime\"?",
        "outstanding|1,8|outstanding: there is no such field; did you mean \"load.outstanding\"?",
        "lod.workers|3|lod: there is no such field; did you mean \"load\"?",
        "a..b|1|a..b: this is no path of a field",
        "targets|[|targets: this is not valid YAML or JSON",
        "targets|noop:|targets: a single value is not allowed here; allowed: a list of targets",
        "name||name: an empty value is not allowed here",
      })
  void aProblemOfAnOverrideHasItsPathAndNoLine(String path, String value, String message) {
    InvalidPlanException e =
        catchThrowableOfType(
            InvalidPlanException.class,
            () -> plans.read(SHORT, "p", Map.of(path, value == null ? "" : value)));

    assertThat(e.problems())
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.line()).isZero();
              assertThat(p.toString()).startsWith(message);
            });
  }
}
