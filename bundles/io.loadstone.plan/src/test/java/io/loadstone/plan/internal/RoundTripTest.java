package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.Plan;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private final YamlPlanText plans = new YamlPlanText();

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void everyPlanIsReadBackAsItWas(@ForAll("plans") Plan plan) throws Exception {
    String yaml = plans.toYaml(plan);

    assertThat(plans.read(yaml, yaml, Map.of())).isEqualTo(plan);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void everyPlanMatchesTheSchema(@ForAll("plans") Plan plan) {
    assertThat(PlanSchema.complaints(plans.toYaml(plan))).isEmpty();
  }

  @Test
  void theShortFormIsWrittenAsPeopleWriteIt() throws Exception {
    Plan plan = plans.read(Examples.text("short-form.yaml"), "test", Map.of());

    assertThat(plans.toYaml(plan))
        .isEqualTo(
            """
            name: oltp-on-lun7
            targets:
              - file:/srv/lab/t.dat?size=4GiB
            engine: auto
            direct: auto
            onError: stop
            overwrite: false
            removeAfter: false
            seed: 1
            layout: written
            workloads:
              - {name: exchange-db, blockSize: 8KiB, read: 60%, random: 100%}
              - name: mixed
                lines:
                  - {size: 8KiB, share: 70%, read: 60%, random: 100%}
                  - {size: 64KiB, share: 30%, read: 100%, random: 0%}
            load: {workers: 1, outstanding: 1..40}
            rampUp: 3s
            runTime: 30s
            passes: 1
            pause: 0s
            """);
  }

  @Test
  void theLongFormIsWrittenAsPeopleWriteIt() throws Exception {
    Plan plan = plans.read(Examples.text("long-form.yaml"), "test", Map.of());

    assertThat(plans.toYaml(plan))
        .isEqualTo(
            """
            name: steady state
            targets:
              - file:a.dat?size=1GiB
              - file:b.dat?size=1GiB
            engine: uring
            direct: required
            onError: {stopAfter: 25}
            overwrite: true
            destroy: [S4EVNX0R123456]
            removeAfter: true
            seed: -7
            labels:
              protocol: nfs
              spindles: '16'
            phases:
              - prepare: {layout: allocated}
              - precondition:
                  workload: {name: fill, blockSize: 128KiB, read: 0%, random: 0%}
                  load: {workers: 1, outstanding: 32}
                  amount: 150.5%
                  limit: 10m
              - idle: 5s
              - measure:
                  workloads:
                    - {name: hot part, blockSize: 4KiB, read: 75%, random: 100%, burst: 8, delay: 2ms, align: 512, distribution: fullCoverage, range: 10%..50%, streams: 4}
                  load: {workers: '32,96,160', outstanding: 1..64 x2}
                  rampUp: 0s
                  runTime: 1500ms
                  passes: 3
                  pause: 250ms
              - prepare: {layout: written}
              - prepare: {layout: written}
              - verify: {}
              - verify: {}
            """);
  }

  @Provide
  Arbitrary<Plan> plans() {
    return Plans.all();
  }
}
