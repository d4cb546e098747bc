package io.loadstone.sim.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimTargetProviderTest {
  private static final TargetUse USE =
      new TargetUse(true, true, Layout.WRITTEN, DirectMode.REQUIRED, false, List.of());

  private final SimTargetProvider provider = new SimTargetProvider();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:array",
        "sim:array?size=1TiB&spindles=16&raid=5&cache=512MiB&rpm=15000&seed=1",
        "sim:array?raid=1&spindles=2&cache=0&readAhead=0&transfer=100MB",
        "sim:array?raid=6&spindles=4&iops=1000&bandwidth=1GB/s&latency=0&seek=1ms&stripe=4KiB",
        "sim:law",
        "sim:law?service=exponential(1ms)&servers=inf",
        "sim:law?service=bimodal(100us,5ms,1%25)&servers=4&stalls=10s+2.5s,20s+1s",
      })
  void isNeverRefusedForWhatItKnows(String uri) throws Exception {
    FoundTarget preview = provider.find(TargetUri.parse(uri), USE);
    assertThat(preview.warnings()).anyMatch(w -> w.contains("a model"));
    try (Target target = provider.open(TargetUri.parse(uri), USE)) {
      assertThat(target.sizeBytes()).isEqualTo(preview.traits().sizeBytes()).isEqualTo(1L << 40);
      assertThat(target.description()).startsWith("simulated: ");
      assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.NOTHING);
      assertThat(target.lost()).isEmpty();
      assertThat(new SimEngine().refuses(target.traits())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sim:array?spindels=8 | the parameter spindels, which sim:array does not know; did you mean spindles?",
        "sim:law?spindles=8 | the parameter spindles, which sim:law does not know",
        "sim:aray | did you mean sim:array?",
        "sim: | allowed: sim:array and sim:law",
        "sim:array?raid=7 | parameter raid: \"7\" is not allowed here; allowed: 0, 1, 5, 6 or 10",
        "sim:array?raid=10&spindles=7 | RAID 10 can't be made of 7 spindles; it needs an even number of spindles, 4 or more",
        "sim:array?spindles=2 | RAID 5 can't be made of 2 spindles; it needs 3 or more",
        "sim:array?spindles=many | parameter spindles: \"many\" is not allowed here; allowed: a whole number from 1 to 1024",
        "sim:array?cache=much | parameter cache: \"much\" is not allowed here; allowed: a size",
        "sim:array?size=0 | parameter size: \"0\" is not allowed here",
        "sim:array?bandwidth=0 | a rate above 0 such as 200MB/s",
        "sim:array?rpm=7 | a whole number from 1000 to 1000000",
        "sim:array?seek=1ms&trackSeek=2ms | trackSeek, the shortest seek, is longer than seek",
        "sim:law?service=uniform(1ms) | parameter service: \"uniform(1ms)\" is not allowed here; allowed: constant(200us)",
        "sim:law?servers=0 | allowed: inf, or a whole number from 1 to 1024",
        "sim:law?stalls=10s | allowed: stalls as start+length",
        "sim:law?seed=x | parameter seed: \"x\" is not allowed here",
      })
  void badInputIsOneSentence(String uri, String sentence) {
    Refusal refusal = provider.preview(TargetUri.parse(uri), USE).refusal().orElseThrow();
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.PLAN);
    assertThat(refusal.reason()).contains(sentence).startsWith("sim:");
    assertThatThrownBy(() -> provider.open(TargetUri.parse(uri), USE))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void theListShowsEveryParameterWithItsDefault() {
    assertThat(provider.listing())
        .hasSize(2)
        .anyMatch(form -> form.startsWith("sim:array with ") && form.contains("spindles=16"))
        .anyMatch(form -> form.startsWith("sim:law with ") && form.contains("servers=1"));
  }

  @Test
  void everyRunHasADeviceOfItsOwn() throws Exception {
    TargetUri uri = TargetUri.parse("sim:array");
    assertThat(((SimTarget) provider.open(uri, USE)).model())
        .isNotSameAs(((SimTarget) provider.open(uri, USE)).model());
    assertThat(provider.remove(uri)).isFalse();
  }
}
