package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.HostFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCountersTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private HostCounters counters(String text) throws IOException {
    return HostCounters.read(Files.writeString(folder.resolve("stat"), text));
  }

  private HostCounters counters(String cpu, long contextSwitches, long interrupts)
      throws IOException {
    return counters(
        "cpu  %s\ncpu0 1 1 1 1 1 1 1 1 0 0\nintr %d 0 7 0 9\nctxt %d\nbtime 1796064233\n"
            .formatted(cpu, interrupts, contextSwitches));
  }

  @Test
  void theColumnsAreThoseThatTheKernelDocuments() throws Exception {
    // proc_stat(5): user nice system idle iowait irq softirq steal guest guest_nice
    HostCounters before = counters("100 10 50 800 30 5 7 3 90 0", 1_000, 2_000);
    HostCounters after = counters("130 20 65 830 40 8 17 5 99 0", 4_000, 2_600);

    // 30 + 10 + 15 + 30 + 10 + 3 + 10 + 2 = 110 ticks; guests are in user already.
    HostFigures figures = after.figures(before, 2 * SECOND);
    assertThat(figures.userPercent()).isEqualTo(100 * 40 / 110.0);
    assertThat(figures.systemPercent()).isEqualTo(100 * 18 / 110.0);
    assertThat(figures.softirqPercent()).isEqualTo(100 * 10 / 110.0);
    assertThat(figures.iowaitPercent()).isEqualTo(100 * 10 / 110.0);
    assertThat(figures.contextSwitchesPerSecond()).isEqualTo(1_500);
    assertThat(figures.interruptsPerSecond()).isEqualTo(300);
    HostCounters.Time time = after.since(before);
    assertThat(time.stealPercent()).isEqualTo(100 * 2 / 110.0);
    assertThat(time.busyPercent()).isCloseTo(100 * 70 / 110.0, within(1e-9));
  }

  @Test
  void theWaitThatGoesBackIsNone() throws Exception {
    HostCounters before = counters("100 0 0 100 50 0 0 0 0 0", 1, 1);
    HostCounters after = counters("140 0 0 160 49 0 0 0 0 0", 1, 1);

    assertThat(after.figures(before, SECOND).iowaitPercent()).isZero();
    assertThat(after.since(before).busyPercent()).isEqualTo(40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cpu  1 2 3 4", "cpu  a b c d e f g h i j", "hello\nctxt x\n"})
  void whatThisKernelDoesNotTellIsUnknownAndNoError(String text) throws Exception {
    HostCounters before = counters("100 0 0 100 50 0 0 0 0 0", 1, 1);
    HostCounters broken = counters(text);

    assertThat(broken.figures(before, SECOND)).isEqualTo(HostFigures.UNKNOWN);
    assertThat(before.figures(broken, SECOND)).isEqualTo(HostFigures.UNKNOWN);
    assertThat(broken.since(before).busyPercent()).isEqualTo(-1);
    assertThat(broken.since(before).stealPercent()).isEqualTo(-1);
  }

  @Test
  void anotherSystemHasNoSuchFile() {
    assertThat(HostCounters.read(folder.resolve("none"))).isEqualTo(HostCounters.UNKNOWN);
  }

  @Test
  void partsOfARealHostMakeUpItsWhole() {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "this system has no /proc/stat");
    HostCounters before = HostCounters.read();
    HostCounters after = before;
    while (after.ticks().equals(before.ticks())) {
      after = HostCounters.read();
    }

    HostFigures host = after.figures(before, SECOND);
    HostCounters.Time time = after.since(before);
    assertThat(
            host.userPercent() + host.systemPercent() + host.softirqPercent() + time.stealPercent())
        .isCloseTo(time.busyPercent(), within(1e-9));
    assertThat(host.contextSwitchesPerSecond()).isPositive();
    assertThat(host.interruptsPerSecond()).isPositive();
  }

  @Test
  void aStepHasTheMeansOfTheTimeInWhichTheyAreKnown() {
    CpuSum sum = new CpuSum();
    sum.add(new CpuFigures(100, 50, 1, 0, new HostFigures(10, 20, 4, 0, 1_000, 60)), SECOND);
    sum.add(new CpuFigures(40, 20, 0, 0, new HostFigures(4, 8, 1, 3, 400, 0)), 3 * SECOND);
    // Shorter than a tick: of the shares nothing can be said.
    sum.add(new CpuFigures(40, -1, -1, 0, HostFigures.UNKNOWN), SECOND);

    assertThat(sum.figures(1_000))
        .isEqualTo(
            // (100 + 3 x 40 + 40) / 5 s, (50 + 3 x 20) / 4 s, ... and 2.6 s of the agent by 1000.
            new CpuFigures(52, 27.5, 0.25, 2_600, new HostFigures(5.5, 11, 1.75, 2.25, 550, 15)));
    assertThat(new CpuSum().figures(1_000)).isEqualTo(CpuFigures.UNKNOWN);
  }
}
