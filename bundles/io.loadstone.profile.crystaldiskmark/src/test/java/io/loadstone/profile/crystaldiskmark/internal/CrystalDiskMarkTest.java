package io.loadstone.profile.crystaldiskmark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrystalDiskMarkTest {
  private final CrystalDiskMark profile = new CrystalDiskMark();

  @Test
  void edition8ReadsAllRowsThenWritesThem() {
    Plan plan = plan(Map.of());

    assertThat(plan.targets())
        .containsExactly(TargetUri.parse("file:crystaldiskmark.dat?size=1GiB"));
    assertThat(plan.labels())
        .isEqualTo(Map.of("profile", "crystaldiskmark", "edition", "8", "preset", "default"));
    assertThat(plan.phases().getFirst()).isEqualTo(new Phase.Prepare(Layout.WRITTEN));
    // name | bytes | read % | random % | workers (T) | outstanding (Q)
    assertThat(rows(plan))
        .containsExactly(
            "SEQ1M Q8T1 read|1048576|100.0|0.0|1|8",
            "SEQ1M Q1T1 read|1048576|100.0|0.0|1|1",
            "RND4K Q32T1 read|4096|100.0|100.0|1|32",
            "RND4K Q1T1 read|4096|100.0|100.0|1|1",
            "SEQ1M Q8T1 write|1048576|0.0|0.0|1|8",
            "SEQ1M Q1T1 write|1048576|0.0|0.0|1|1",
            "RND4K Q32T1 write|4096|0.0|100.0|1|32",
            "RND4K Q1T1 write|4096|0.0|100.0|1|1");
    assertThat(measures(plan))
        .allSatisfy(
            measure -> {
              assertThat(measure.passes()).isEqualTo(5);
              assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(5));
              assertThat(measure.rampUp()).isEqualTo(Duration.ofSeconds(5));
              assertThat(measure.pause()).isEqualTo(Duration.ofSeconds(5));
            });
  }

  @Test
  void edition3HasItsOwnRowsAndSize() {
    Plan plan = plan(Map.of("edition", "3"));

    assertThat(plan.targets())
        .containsExactly(TargetUri.parse("file:crystaldiskmark.dat?size=4000MiB"));
    assertThat(plan.labels())
        .isEqualTo(Map.of("profile", "crystaldiskmark", "edition", "3", "preset", "default"));
    assertThat(rows(plan))
        .containsExactly(
            "SEQ1M Q1T1 read|1048576|100.0|0.0|1|1",
            "RND512K Q1T1 read|524288|100.0|100.0|1|1",
            "RND4K Q1T1 read|4096|100.0|100.0|1|1",
            "RND4K Q32T1 read|4096|100.0|100.0|1|32",
            "SEQ1M Q1T1 write|1048576|0.0|0.0|1|1",
            "RND512K Q1T1 write|524288|0.0|100.0|1|1",
            "RND4K Q1T1 write|4096|0.0|100.0|1|1",
            "RND4K Q32T1 write|4096|0.0|100.0|1|32");
    assertThat(measures(plan)).allMatch(measure -> measure.passes() == 5);
  }

  @ParameterizedTest
  @CsvSource({
    "nvme, SEQ1M Q8T1 read/SEQ128K Q32T1 read/RND4K Q32T16 read/RND4K Q1T1 read",
    "peak, SEQ1M Q8T1 read/RND4K Q32T1 read",
    "realworld, SEQ1M Q1T1 read/RND4K Q1T1 read",
  })
  void thePresetsOfEdition8HaveTheirRows(String preset, String names) {
    Plan plan = plan(Map.of("preset", preset));

    List<String> reads =
        measures(plan).stream()
            .map(measure -> measure.workloads().getFirst().name())
            .filter(name -> name.endsWith("read"))
            .toList();
    assertThat(reads).containsExactly(names.split("/"));
    assertThat(measures(plan)).hasSize(2 * reads.size());
    assertThat(plan.labels()).containsEntry("preset", preset);
  }

  @Test
  void nvmeUses16Threads() {
    assertThat(rows(plan(Map.of("preset", "nvme"))))
        .contains(
            "SEQ128K Q32T1 read|131072|100.0|0.0|1|32", "RND4K Q32T16 read|4096|100.0|100.0|16|32");
  }

  @Test
  void mixedRowsComeLast() {
    Plan plan = plan(Map.of("preset", "realworld", "mix", "70"));

    assertThat(rows(plan))
        .containsExactly(
            "SEQ1M Q1T1 read|1048576|100.0|0.0|1|1",
            "RND4K Q1T1 read|4096|100.0|100.0|1|1",
            "SEQ1M Q1T1 write|1048576|0.0|0.0|1|1",
            "RND4K Q1T1 write|4096|0.0|100.0|1|1",
            "SEQ1M Q1T1 mix|1048576|70.0|0.0|1|1",
            "RND4K Q1T1 mix|4096|70.0|100.0|1|1");
    assertThat(plan.labels()).containsEntry("mix", "70");
  }

  @Test
  void theRampUpIsAsLongAsTheRunTimeIfNotGiven() {
    Phase.Measure followed = measures(plan(Map.of("runTime", "1s"))).getFirst();
    Phase.Measure given = measures(plan(Map.of("runTime", "1s", "rampUp", "0s"))).getFirst();

    assertThat(followed.rampUp()).isEqualTo(Duration.ofSeconds(1));
    assertThat(given.rampUp()).isZero();
  }

  @Test
  void everythingElseCanBeOverriddenToo() {
    Plan plan =
        plan(
            Map.of(
                "passes",
                "1",
                "pause",
                "0s",
                "size",
                "64MiB",
                "layout",
                "allocated",
                "engine",
                "sync"));

    assertThat(plan.engine()).isEqualTo("sync");
    assertThat(plan.targets())
        .containsExactly(TargetUri.parse("file:crystaldiskmark.dat?size=64MiB"));
    assertThat(plan.phases().getFirst()).isEqualTo(new Phase.Prepare(Layout.ALLOCATED));
    assertThat(measures(plan)).allMatch(m -> m.passes() == 1 && m.pause().isZero());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "edition|9|\"edition=9\" is not allowed here; allowed: 3, 8",
        "preset|ssd|\"preset=ssd\" is not allowed here; allowed: default, nvme, peak, realworld",
        "mix|100|\"mix=100\" is not allowed here; allowed: off, or the share of reads above 0%",
        "mix|some|\"mix=some\" is not allowed here; allowed: off, or the share of reads above 0%",
        "passes|0|\"passes=0\" is not allowed here; allowed: a number from 1",
        "runTime|5|\"runTime=5\" is not allowed here; allowed: a time with its unit",
      })
  void aWrongValueIsRefusedWithWhatIsAllowed(String setting, String value, String message) {
    assertThatThrownBy(() -> plan(Map.of(setting, value)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void edition3HasNeitherPresetsNorMixes() {
    assertThatThrownBy(() -> plan(Map.of("edition", "3", "preset", "nvme")))
        .hasMessage("\"preset=nvme\" is not allowed here; allowed: default");
    assertThatThrownBy(() -> plan(Map.of("edition", "3", "mix", "70")))
        .hasMessage("\"mix=70\" is not allowed here; allowed: off; edition 3 has no mixed rows");
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> plan(Map.of("editon", "8")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageEndingWith("(did you mean edition?)");
  }

  private Plan plan(Map<String, String> settings) {
    return profile.plan(List.of(), settings);
  }

  private static List<Phase.Measure> measures(Plan plan) {
    return plan.phases().stream().skip(1).map(Phase.Measure.class::cast).toList();
  }

  private static List<String> rows(Plan plan) {
    return measures(plan).stream()
        .map(
            measure -> {
              AccessLine line = measure.workloads().getFirst().lines().getFirst();
              return String.join(
                  "|",
                  measure.workloads().getFirst().name(),
                  Integer.toString(line.sizeBytes()),
                  Double.toString(line.readPercent()),
                  Double.toString(line.randomPercent()),
                  measure.load().workers().text(),
                  measure.load().outstanding().text());
            })
        .toList();
  }
}
