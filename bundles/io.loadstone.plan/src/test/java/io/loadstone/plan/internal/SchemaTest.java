package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
  private static final String TARGETS = "targets: [\"noop:\"]\n";
  private static final String WORKLOADS = "workloads: [{name: w, blockSize: 4KiB}]\n";

  static List<String> examples() {
    return Examples.NAMES;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsValid(String example) {
    assertThat(PlanSchema.complaints(Examples.text(example))).isEmpty();
  }

  @Test
  void itSaysWhatTheUnitsAre() {
    assertThat(new YamlPlanText().schema())
        .contains("\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"")
        .contains("k, Ki and KiB are 1024, KB is 1000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        WORKLOADS,
        TARGETS,
        "targets: []\n" + WORKLOADS,
        "targets: noop\n" + WORKLOADS,
        "targets: [\"/srv/t.dat\"]\n" + WORKLOADS,
        TARGETS + WORKLOADS + "phases: [verify]",
        TARGETS + WORKLOADS + "runtime: 3s",
        TARGETS + WORKLOADS + "runTime: 3",
        TARGETS + WORKLOADS + "runTime: 3 days",
        TARGETS + WORKLOADS + "name: ''",
        TARGETS + WORKLOADS + "engine: io_uring",
        TARGETS + WORKLOADS + "direct: yes",
        TARGETS + WORKLOADS + "onError: ignore",
        TARGETS + WORKLOADS + "onError: {stopAfter: 0}",
        TARGETS + WORKLOADS + "overwrite: yes",
        TARGETS + WORKLOADS + "destroy: S1",
        TARGETS + WORKLOADS + "seed: 1.5",
        TARGETS + WORKLOADS + "labels: {a: [1]}",
        TARGETS + WORKLOADS + "engineOptions: {a: [1]}",
        TARGETS + WORKLOADS + "layout: thick",
        TARGETS + WORKLOADS + "load: {worker: 1}",
        TARGETS + WORKLOADS + "load: {workers: 0}",
        TARGETS + WORKLOADS + "load: {workers: 1-4}",
        TARGETS + WORKLOADS + "load: {workers: []}",
        TARGETS + WORKLOADS + "load: {rate: 0}",
        TARGETS + WORKLOADS + "load: {rate: 5k/s}",
        TARGETS + WORKLOADS + "load: {rate: 200MB}",
        TARGETS + WORKLOADS + "load: {rate: 1..5}",
        TARGETS + WORKLOADS + "load: {arrivals: poisson}",
        TARGETS + WORKLOADS + "load: {rate: 5, arrivals: random}",
        TARGETS + WORKLOADS + "load: {rate: 5, arrivals: {burst: 0}}",
        TARGETS + WORKLOADS + "passes: 0",
        TARGETS + "workloads: []",
        TARGETS + "workloads: [{blockSize: 4k}]",
        TARGETS + "workloads: [{name: w}]",
        TARGETS + "workloads: [{name: w, blockSize: 9x}]",
        TARGETS + "workloads: [{name: w, blockSize: 0}]",
        TARGETS + "workloads: [{name: w, blockSize: 2147483648}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, read: 101}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, read: 101%}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, burst: 0}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, distribution: zipf}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, distribution: 'zipf(1,2)'}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, distribution: normal(50%)}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, distribution: zones()}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, sequence: random}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, data: {unit: 256}}]",
        TARGETS + "workloads: [{name: w, blockSize: 4k, data: {compress: 50%}}]",
        TARGETS + WORKLOADS + "data: 50%",
        TARGETS + "workloads: [{name: w, blockSize: 4k, range: 5GiB}]",
        TARGETS + "workloads: [{name: w, lines: []}]",
        TARGETS + "workloads: [{name: w, lines: [{share: 100%}]}]",
        TARGETS + "workloads: [{name: w, lines: [{size: 4k}], read: 5%}]",
        TARGETS + "workloads: [{name: w, lines: [{size: 4k}], blockSize: 4k}]",
        TARGETS + "phases: []",
        TARGETS + "phases: [warm-up]",
        TARGETS + "phases: [{prepare: {}, verify: {}}]",
        TARGETS + "phases: [{idle: soon}]",
        TARGETS + "phases: [{measure: {}}]",
        TARGETS + "phases: [{verify: {deep: true}}]",
        TARGETS + "phases: [{precondition: {workload: {name: w, blockSize: 4k}, amount: 0}}]",
        TARGETS
            + "phases: [{precondition: {workload: {name: w, blockSize: 4k}, load: {workers: 1..2}}}]",
      })
  void whatItCanSayIsWrongItRefuses(String plan) {
    assertThat(PlanSchema.complaints(plan)).isNotEmpty();
  }
}
