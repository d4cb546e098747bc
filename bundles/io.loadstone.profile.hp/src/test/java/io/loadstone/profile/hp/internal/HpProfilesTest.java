package io.loadstone.profile.hp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HpProfilesTest {
  private static final List<AccessSpecification> FOUR_WORKLOADS =
      List.of(
          workload("heavily used file share", 65_536, 50, 50),
          workload("Exchange database", 8_192, 60, 100),
          workload("data warehouse", 262_144, 80, 0),
          workload("Exchange log", 8_192, 0, 0));

  @Test
  void theStudySweepsFourWorkloadsOver1To40() {
    Plan plan = new HpEva4400().plan(List.of(), Map.of());

    assertThat(plan.name()).isEqualTo("hp-eva4400");
    assertThat(plan.targets()).containsExactly(TargetUri.parse("file:hp-eva4400.dat?size=1GiB"));
    assertThat(plan.engine()).isEqualTo("auto");
    assertThat(plan.direct()).isEqualTo(DirectMode.AUTO);
    assertThat(plan.labels()).isEqualTo(Map.of("profile", "hp-eva4400"));
    assertThat(plan.phases()).hasSize(2);
    assertThat(plan.phases().get(0)).isEqualTo(new Phase.Prepare(Layout.WRITTEN));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.workloads()).isEqualTo(FOUR_WORKLOADS);
    assertThat(measure.load().workers().values()).containsExactly(1);
    assertThat(measure.load().outstanding().values())
        .isEqualTo(IntStream.rangeClosed(1, 40).boxed().toList());
    assertThat(measure.rampUp()).isEqualTo(Duration.ofSeconds(3));
    assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(30));
    assertThat(measure.passes()).isEqualTo(1);
    assertThat(measure.pause()).isZero();
  }

  @Test
  void quickIsItsShortForm() {
    Plan plan = new Quick().plan(List.of(), Map.of());

    assertThat(plan.name()).isEqualTo("quick");
    assertThat(plan.targets()).containsExactly(TargetUri.parse("file:quick.dat?size=1GiB"));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.workloads()).isEqualTo(FOUR_WORKLOADS);
    assertThat(measure.load().outstanding().values()).containsExactly(1, 4, 16, 64);
    assertThat(measure.rampUp()).isEqualTo(Duration.ofSeconds(1));
    assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void everySettingCanBeOverridden() {
    Plan plan =
        new HpEva4400()
            .plan(
                List.of(),
                Map.of(
                    "outstanding", "8,16",
                    "workers", "1..4",
                    "rampUp", "0s",
                    "runTime", "1m",
                    "size", "64MiB",
                    "layout", "sparse",
                    "engine", "sync"));

    assertThat(plan.targets()).containsExactly(TargetUri.parse("file:hp-eva4400.dat?size=64MiB"));
    assertThat(plan.engine()).isEqualTo("sync");
    assertThat(plan.phases().get(0)).isEqualTo(new Phase.Prepare(Layout.SPARSE));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.load().outstanding().values()).containsExactly(8, 16);
    assertThat(measure.load().workers().values()).containsExactly(1, 2, 3, 4);
    assertThat(measure.rampUp()).isZero();
    assertThat(measure.runTime()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void targetsThatWereAskedForAreUsed() {
    List<TargetUri> targets = List.of(TargetUri.parse("file:/srv/a?size=2GiB"));

    assertThat(new Quick().plan(targets, Map.of()).targets()).isEqualTo(targets);
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> new Quick().plan(List.of(), Map.of("outstandng", "4")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("\"outstandng\" is not allowed here")
        .hasMessageEndingWith("(did you mean outstanding?)");
  }

  @Test
  void aProfileTellsWhatItIs() {
    assertThat(new Quick().description()).isNotBlank().isNotEqualTo(new HpEva4400().description());
    assertThat(new Quick().settings())
        .extracting(setting -> setting.name() + "=" + setting.defaultValue())
        .containsExactly(
            "outstanding=1,4,16,64",
            "workers=1",
            "rampUp=1s",
            "runTime=3s",
            "size=1GiB",
            "layout=written",
            "engine=auto");
  }

  private static AccessSpecification workload(String name, int bytes, double read, double random) {
    return new AccessSpecification(
        name,
        List.of(new AccessLine(bytes, 100, read, random, 1, Duration.ZERO, bytes)),
        Distribution.UNIFORM,
        AddressRange.WHOLE,
        1);
  }
}
