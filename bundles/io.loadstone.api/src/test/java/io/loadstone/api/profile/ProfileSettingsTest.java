package io.loadstone.api.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.profile.Profile.Setting;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileSettingsTest {
  private static final List<Setting> KNOWN =
      List.of(
          new Setting("outstanding", "", "1..40"),
          new Setting("runTime", "", "30s"),
          new Setting("size", "", "1GiB"),
          new Setting("mix", "", "70"),
          new Setting("layout", "", "written"));

  @Test
  void whatIsNotGivenHasItsDefault() {
    ProfileSettings settings = with(Map.of("runTime", "5s"));

    assertThat(settings.duration("runTime")).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.sizeBytes("size")).isEqualTo(1L << 30);
    assertThat(settings.operationBytes("size")).isEqualTo(1 << 30);
    assertThat(settings.sweep("outstanding").values()).hasSize(40);
    assertThat(settings.percent("mix")).isEqualTo(70);
    assertThat(settings.oneOf("layout", List.of("sparse", "written"))).isEqualTo("written");
    assertThat(settings.text("layout")).isEqualTo("written");
    assertThat(settings.layout("layout")).isEqualTo(Layout.WRITTEN);
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> with(Map.of("runtme", "5s")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "\"runtme\" is not allowed here; allowed: the settings outstanding, runTime, size, mix,"
                + " layout (did you mean runTime?)");
  }

  @Test
  void aWrongValueIsRefusedWithItsName() {
    ProfileSettings settings =
        with(Map.of("runTime", "5", "size", "x", "outstanding", "1..2", "mix", "101"));

    assertThatThrownBy(() -> settings.duration("runTime"))
        .hasMessageStartingWith("\"runTime=5\" is not allowed here; allowed: a time");
    assertThatThrownBy(() -> settings.sizeBytes("size"))
        .hasMessageStartingWith("\"size=x\" is not allowed here; allowed: a size");
    assertThatThrownBy(() -> with(Map.of("size", "2GiB")).operationBytes("size"))
        .hasMessage("\"size=2GiB\" is not allowed here; allowed: a size from 1 byte to 1GiB");
    assertThatThrownBy(() -> settings.count("outstanding"))
        .hasMessage("\"outstanding=1..2\" is not allowed here; allowed: a single number");
    assertThatThrownBy(() -> settings.percent("mix"))
        .hasMessageStartingWith("\"mix=101\" is not allowed here; allowed: a share");
    assertThatThrownBy(() -> with(Map.of("layout", "WRITTEN")).layout("layout"))
        .hasMessage("\"layout=WRITTEN\" is not allowed here; allowed: sparse, allocated, written");
    assertThatThrownBy(() -> settings.oneOf("layout", List.of("sparse", "allocated")))
        .hasMessage("\"layout=written\" is not allowed here; allowed: sparse, allocated");
  }

  @Test
  void aSettingThatTheProfileForgotToDeclareIsItsBug() {
    assertThatThrownBy(() -> with(Map.of()).text("engine"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the profile declares no setting engine");
  }

  @Test
  void withoutTargetsTheProfileUsesAFileOfItsOwn() {
    assertThat(with(Map.of("size", "64MiB")).targets(List.of(), "own.dat"))
        .containsExactly(TargetUri.parse("file:own.dat?size=64MiB"));
  }

  @Test
  void aSizeThatWasGivenGoesToTargetsWithoutOne() {
    List<TargetUri> asked =
        List.of(TargetUri.parse("file:/a"), TargetUri.parse("file:/b?size=2GiB"));

    assertThat(with(Map.of()).targets(asked, "own.dat")).isEqualTo(asked);
    assertThat(with(Map.of("size", "4k")).targets(asked, "own.dat"))
        .containsExactly(
            TargetUri.parse("file:/a?size=4KiB"), TargetUri.parse("file:/b?size=2GiB"));
  }

  private static ProfileSettings with(Map<String, String> given) {
    return new ProfileSettings(KNOWN, given);
  }
}
