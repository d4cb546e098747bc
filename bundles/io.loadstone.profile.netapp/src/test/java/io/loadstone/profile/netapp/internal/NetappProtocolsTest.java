package io.loadstone.profile.netapp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetappProtocolsTest {
  private final NetappProtocols profile = new NetappProtocols();

  @Test
  void twoWorkloadsRunWith32And96And160WorkersOfDepth4() {
    Plan plan = profile.plan(List.of(), Map.of());

    assertThat(plan.name()).isEqualTo("netapp-protocols");
    assertThat(plan.targets())
        .containsExactly(TargetUri.parse("file:netapp-protocols.dat?size=1GiB"));
    assertThat(plan.labels()).isEqualTo(Map.of("profile", "netapp-protocols"));
    assertThat(plan.phases().get(0)).isEqualTo(new Phase.Prepare(Layout.WRITTEN));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.workloads().stream().map(AccessSpecification::lines))
        .containsExactly(
            List.of(new AccessLine(4096, 100, 75, 100, 1, Duration.ZERO, 4096)),
            List.of(new AccessLine(8192, 100, 75, 100, 1, Duration.ZERO, 8192)));
    assertThat(measure.load().workers().values()).containsExactly(32, 96, 160);
    assertThat(measure.load().outstanding().values()).containsExactly(4);
    assertThat(measure.rampUp()).isEqualTo(Duration.ofSeconds(3));
    assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void settingsAndTargetsCanBeOverridden() {
    Plan plan =
        profile.plan(
            List.of(TargetUri.parse("nfs://host/export/t.dat")),
            Map.of("workers", "8", "outstanding", "1..2", "size", "2GiB", "engine", "nfs"));

    assertThat(plan.targets())
        .containsExactly(TargetUri.parse("nfs://host/export/t.dat?size=2GiB"));
    assertThat(plan.engine()).isEqualTo("nfs");
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.load().workers().values()).containsExactly(8);
    assertThat(measure.load().outstanding().values()).containsExactly(1, 2);
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> profile.plan(List.of(), Map.of("worker", "4")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageEndingWith("(did you mean workers?)");
  }
}
