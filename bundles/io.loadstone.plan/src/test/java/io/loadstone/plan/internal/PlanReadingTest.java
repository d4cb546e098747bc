package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.AddressRange.Bound;
import io.loadstone.api.plan.AddressRange.Unit;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReadingTest {
  private final YamlPlanText plans = new YamlPlanText();

  @Test
  void optionsOfTheEngineAreTextsThatTheEngineUnderstands() throws Exception {
    Plan plan =
        read(
            """
            targets: ["noop:"]
            workloads: [{name: a, blockSize: 4k, read: 100%, random: 100%}]
            engine: uring
            engineOptions: {sqpoll: true, iopoll: "false"}
            """);
    assertThat(plan.engineOptions()).isEqualTo(Map.of("sqpoll", "true", "iopoll", "false"));
  }

  @Test
  void theShortFormIsPrepareAndMeasure() throws Exception {
    Plan plan = read(Examples.text("short-form.yaml"));

    assertThat(plan.name()).isEqualTo("oltp-on-lun7");
    assertThat(plan.targets())
        .containsExactly(new TargetUri("file", "/srv/lab/t.dat", Map.of("size", "4GiB")));
    assertThat(plan.engine()).isEqualTo("auto");
    assertThat(plan.direct()).isEqualTo(DirectMode.AUTO);
    assertThat(plan.onError()).isEqualTo(ErrorPolicy.STOP);
    assertThat(plan.overwrite()).isFalse();
    assertThat(plan.removeAfter()).isFalse();
    assertThat(plan.seed()).isEqualTo(1);
    AccessSpecification mixed =
        new AccessSpecification(
            "mixed",
            List.of(
                new AccessLine(8192, 70, 60, 100, 1, Duration.ZERO, 8192),
                new AccessLine(65536, 30, 100, 0, 1, Duration.ZERO, 65536)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    assertThat(plan.phases())
        .containsExactly(
            new Phase.Prepare(Layout.WRITTEN),
            new Phase.Measure(
                List.of(AccessSpecification.of("exchange-db", 8192, 60, 100), mixed),
                new Load(
                    Sweep.of(1), new Sweep("1..40", IntStream.rangeClosed(1, 40).boxed().toList())),
                Duration.ofSeconds(3),
                Duration.ofSeconds(30),
                1,
                Duration.ZERO));
  }

  @Test
  void theLongFormListsItsPhases() throws Exception {
    Plan plan = read(Examples.text("long-form.yaml"));

    assertThat(plan.engine()).isEqualTo("uring");
    assertThat(plan.direct()).isEqualTo(DirectMode.REQUIRED);
    assertThat(plan.onError()).isEqualTo(new ErrorPolicy(25));
    assertThat(plan.overwrite()).isTrue();
    assertThat(plan.destroy()).containsExactly("S4EVNX0R123456");
    assertThat(plan.removeAfter()).isTrue();
    assertThat(plan.seed()).isEqualTo(-7);
    assertThat(plan.labels()).isEqualTo(Map.of("protocol", "nfs", "spindles", "16"));
    AccessSpecification hot =
        new AccessSpecification(
            "hot part",
            List.of(new AccessLine(4096, 100, 75, 100, 8, Duration.ofMillis(2), 512)),
            Distribution.FULL_COVERAGE,
            new AddressRange(new Bound(Unit.PERCENT, 10), new Bound(Unit.PERCENT, 50)),
            4);
    assertThat(plan.phases())
        .containsExactly(
            new Phase.Prepare(Layout.ALLOCATED),
            new Phase.Precondition(
                AccessSpecification.of("fill", 131072, 0, 0),
                new Load(Sweep.of(1), Sweep.of(32)),
                150.5,
                Duration.ofMinutes(10)),
            new Phase.Idle(Duration.ofSeconds(5)),
            new Phase.Measure(
                List.of(hot),
                new Load(
                    new Sweep("32,96,160", List.of(32, 96, 160)),
                    new Sweep("1..64 x2", List.of(1, 2, 4, 8, 16, 32, 64))),
                Duration.ZERO,
                Duration.ofMillis(1500),
                3,
                Duration.ofMillis(250)),
            new Phase.Prepare(Layout.WRITTEN),
            new Phase.Prepare(Layout.WRITTEN),
            new Phase.Verify(),
            new Phase.Verify());
  }

  @Test
  void jsonIsReadByTheSameReaderAndMayBeIndentedWithTabs() throws Exception {
    Plan plan = read(Examples.text("short-form.json"));

    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.workloads())
        .containsExactly(
            AccessSpecification.of("a blank", 4096, 60, 33.5),
            new AccessSpecification(
                "é😀",
                List.of(new AccessLine(1000, 100, 100, 0, 1, Duration.ZERO, 512)),
                Distribution.UNIFORM,
                AddressRange.WHOLE,
                1));
    assertThat(measure.load().workers().values()).containsExactly(2);
    assertThat(measure.load().outstanding().values()).containsExactly(1, 4, 5, 6, 16);
    assertThat(plan.seed()).isEqualTo(42);
    assertThat(plan.labels()).isEqualTo(Map.of("disk", "dynamic", "n", "1.50", "x", "true"));
  }

  @Test
  void aTabInAQuotedTextOfJsonStaysATab() throws Exception {
    Plan plan =
        read(
            "{\n\t\"targets\": [\"file:a\tb \\\" \tc\"],\n\t\"workloads\":"
                + " [{\"name\": \"w\",\t\"blockSize\": 512}]}");

    assertThat(plan.targets().getFirst().path()).isEqualTo("a\tb \" \tc");
  }

  @Test
  void whatIsLeftOutHasTheDocumentedDefaults() throws Exception {
    assertThat(read(Examples.text("smallest.yaml")))
        .isEqualTo(
            Plan.of(
                "plan",
                List.of(new TargetUri("noop", "", Map.of())),
                List.of(
                    new Phase.Prepare(Layout.WRITTEN),
                    new Phase.Measure(
                        List.of(AccessSpecification.of("w", 4096, 100, 0)),
                        Load.ONE,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        1,
                        Duration.ZERO))));
  }

  @Test
  void aWorkloadMayBeWrittenOnceAndUsedTwice() throws Exception {
    Plan plan =
        read(
            """
            targets: ["noop:"]
            phases:
              - measure: {workloads: [&db {name: db, blockSize: 8KiB, read: 60%}]}
              - measure: {workloads: [*db]}
            """);

    assertThat(plan.phases().get(0)).isEqualTo(plan.phases().get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "0..1GiB, BYTES, 0, BYTES, 1073741824",
    "10%..50%, PERCENT, 10, PERCENT, 50",
    "1GiB..100%, BYTES, 1073741824, PERCENT, 100",
    "0..12.5%, BYTES, 0, PERCENT, 12.5",
    "0.5KiB .. 1KB, BYTES, 512, BYTES, 1000",
  })
  void aRangeIsOfBytesOrPercent(String text, Unit fromUnit, double from, Unit toUnit, double to) {
    assertThat(RangeText.parse(text))
        .isEqualTo(new AddressRange(new Bound(fromUnit, from), new Bound(toUnit, to)));
  }

  @ParameterizedTest
  @CsvSource({
    "zipf(1.2), zipf(1.2)",
    "zipf( 1.20 scattered ), zipf(1.2)",
    "zipf(0.99 clustered), zipf(0.99 clustered)",
    "pareto (0.2), pareto(0.2)",
    "normal(50% 10), normal(50% 10%)",
    "zones(80%/20%  15/30 5%/50%), zones(80%/20% 15%/30% 5%/50%)",
    "fullCoverage, fullCoverage",
  })
  void aDistributionIsWrittenAsItIsReadInAMapOfOneLine(String text, String written)
      throws Exception {
    Plan plan =
        read(
            "targets: ['noop:']\nworkloads: [{name: w, blockSize: 4k, distribution: "
                + text
                + ", random: 100%}]");

    assertThat(workload(plan).distribution().text()).isEqualTo(written);
    assertThat(plans.toYaml(plan)).contains("distribution: " + written);
    assertThat(read(plans.toYaml(plan))).isEqualTo(plan);
  }

  @Test
  void aSequenceAndTheDataAreFieldsOfAWorkload() throws Exception {
    Plan plan =
        read(
            "targets: ['noop:']\nworkloads: [{name: w, blockSize: 4k, sequence: strided(64KiB),"
                + " data: {compressible: 50%, duplicate: 40%, unit: 2k}}]");

    assertThat(workload(plan).sequence()).isEqualTo(new Sequence.Strided(65536));
    assertThat(workload(plan).data()).isEqualTo(new DataContent(50, 40, 2048));
  }

  @Test
  void aLayoutThatDoesNotSayItsDataHasThatOfTheFirstWorkload() throws Exception {
    String workloads =
        "workloads: [{name: a, blockSize: 4k, data: {compressible: 50%}}, {name: b, blockSize: 4k}]";
    DataContent half = new DataContent(50, 0, 4096);

    assertThat(read("targets: ['noop:']\n" + workloads).phases().getFirst())
        .isEqualTo(new Phase.Prepare(Layout.WRITTEN, half));
    assertThat(read("targets: ['noop:']\ndata: {}\n" + workloads).phases().getFirst())
        .isEqualTo(new Phase.Prepare(Layout.WRITTEN, DataContent.UNIQUE));
    assertThat(
            read("targets: ['noop:']\nphases: [prepare, prepare: {data: {duplicate: 9%}}, measure: {"
                    + workloads
                    + "}]")
                .phases()
                .subList(0, 2))
        .containsExactly(
            new Phase.Prepare(Layout.WRITTEN, half),
            new Phase.Prepare(Layout.WRITTEN, new DataContent(0, 9, 4096)));
  }

  private static AccessSpecification workload(Plan plan) {
    return ((Phase.Measure) plan.phases().getLast()).workloads().getFirst();
  }

  private Plan read(String text) throws InvalidPlanException {
    return plans.read(text, "test", Map.of());
  }

  @Test
  void aRateMakesAnOpenLoopWhoseRatesAreSwept() throws Exception {
    Load load = load("{workers: 4, outstanding: 32, rate: 1000..3000 step 1000}");
    assertThat(load.rate().orElseThrow().values())
        .containsExactly(Rate.ofOperations(1000), Rate.ofOperations(2000), Rate.ofOperations(3000));
    assertThat(load.arrivals()).isEqualTo(Arrivals.CONSTANT);
    assertThat(load("{rate: [100MB/s, 200 MiB/s], arrivals: poisson}"))
        .isEqualTo(
            new Load(
                Sweep.of(1),
                Sweep.of(1),
                Optional.of(RateSweep.parse("100MB/s,200 MiB/s")),
                Arrivals.POISSON));
    assertThat(load("{rate: 1e3, arrivals: {burst: 64}}").arrivals())
        .isEqualTo(Arrivals.bursts(64));
    assertThat(load("{workers: 4}").rate()).isEmpty();
  }

  @Test
  void anOverrideMayMakeAnOpenLoop() throws Exception {
    Plan plan =
        plans.read(
            "targets: ['noop:']\nworkloads: [{name: w, blockSize: 4k}]",
            "test",
            Map.of("load.rate", "200MB/s", "load.arrivals", "{burst: 8}"));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.load().rate().orElseThrow().values()).containsExactly(Rate.ofBytes(2e8));
    assertThat(measure.load().arrivals()).isEqualTo(Arrivals.bursts(8));
  }

  private Load load(String text) throws Exception {
    Plan plan =
        plans.read(
            "targets: ['noop:']\nworkloads: [{name: w, blockSize: 4k}]\nload: " + text,
            "test",
            Map.of());
    return ((Phase.Measure) plan.phases().get(1)).load();
  }
}
