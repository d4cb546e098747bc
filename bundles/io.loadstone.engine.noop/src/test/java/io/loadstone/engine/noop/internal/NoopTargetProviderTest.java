package io.loadstone.engine.noop.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoopTargetProviderTest {
  private static final TargetUse USE =
      new TargetUse(true, true, Layout.WRITTEN, DirectMode.REQUIRED, false, List.of());

  private final NoopTargetProvider provider = new NoopTargetProvider();

  @Test
  void isATebibyteUnlessToldOtherwise() throws Exception {
    assertThat(size("noop:")).isEqualTo(1L << 40);
    assertThat(size("noop:?size=4KiB")).isEqualTo(4096);
    assertThat(size("noop:any name?size=10MB")).isEqualTo(10_000_000);
  }

  private long size(String uri) throws Exception {
    try (Target target = provider.open(TargetUri.parse(uri), USE)) {
      assertThat(provider.find(TargetUri.parse(uri), USE).traits().sizeBytes())
          .isEqualTo(target.sizeBytes());
      return target.sizeBytes();
    }
  }

  @Test
  void isNeverRefusedWhateverThePlanWants() {
    for (DirectMode direct : DirectMode.values()) {
      for (Layout layout : Layout.values()) {
        TargetUse use = new TargetUse(true, true, layout, direct, false, List.of());
        assertThat(provider.preview(TargetUri.parse("noop:"), use).refusal()).isEmpty();
      }
    }
  }

  @Test
  void leavesNothingToBeWritten() throws Exception {
    try (Target target = provider.open(TargetUri.parse("noop:"), USE)) {
      assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.NOTHING);
      target.filled();
      assertThat(target.lost()).isEmpty();
    }
    assertThat(provider.remove(TargetUri.parse("noop:"))).isFalse();
  }

  @Test
  void namesOfNothingAreThingsOfTheirOwn() throws Exception {
    try (Target a = provider.open(TargetUri.parse("noop:a"), USE);
        Target b = provider.open(TargetUri.parse("noop:b"), USE)) {
      assertThat(a.traits().identity()).isNotEqualTo(b.traits().identity());
    }
  }

  @Test
  void badParametersAreOneSentence() {
    refusal("noop:?size=lots", "noop:?size=lots, parameter size: \"lots\" is not allowed here");
    refusal("noop:?size=0", "above 0");
    refusal("noop:?siz=1GiB", "the parameter siz, which noop does not know; did you mean size?");
    refusal("noop:?somethingElse=1", "does not know; allowed: size");
  }

  private void refusal(String uri, String sentence) {
    Refusal refusal = provider.preview(TargetUri.parse(uri), USE).refusal().orElseThrow();
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.PLAN);
    assertThat(refusal.reason()).contains(sentence);
    assertThatThrownBy(() -> provider.open(TargetUri.parse(uri), USE))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(sentence);
  }
}
