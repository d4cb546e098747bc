package io.loadstone.profile.example.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExampleProfileTest {
  private final ExampleProfile profile = new ExampleProfile();

  @Test
  void itReadsAFileOfItsOwn() {
    Plan plan = profile.plan(List.of(), Map.of("blockSize", "8KiB", "runTime", "2s"));

    assertThat(plan.targets()).containsExactly(TargetUri.parse("file:example.dat?size=256MiB"));
    Phase.Measure measure = (Phase.Measure) plan.phases().get(1);
    assertThat(measure.workloads())
        .containsExactly(AccessSpecification.of("random reads", 8192, 100, 100));
    assertThat(measure.load().outstanding().values()).containsExactly(1, 2, 4, 8, 16);
    assertThat(measure.runTime()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> profile.plan(List.of(), Map.of("bs", "4k", "blocksize", "4k")))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> profile.plan(List.of(), Map.of("blocksize", "4k")))
        .hasMessageEndingWith("(did you mean blockSize?)");
  }

  @Test
  void everyDefaultIsAllowed() {
    Plan plan = profile.plan(List.of(), Map.of());

    assertThat(profile.settings()).extracting(Object::toString).isNotEmpty();
    assertThat(plan.name()).isEqualTo(profile.name());
  }
}
