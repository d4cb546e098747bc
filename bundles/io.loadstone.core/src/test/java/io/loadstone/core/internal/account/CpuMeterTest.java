package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuMeterTest {
  /** The names that the collectors of JDK 25 have. */
  @ParameterizedTest
  @CsvSource({
    "Copy, true",
    "MarkSweepCompact, true",
    "PS Scavenge, true",
    "PS MarkSweep, true",
    "G1 Young Generation, true",
    "G1 Old Generation, true",
    "G1 Concurrent GC, false",
    "ZGC Minor Cycles, false",
    "ZGC Minor Pauses, true",
    "ZGC Major Cycles, false",
    "ZGC Major Pauses, true",
    "Shenandoah Cycles, false",
    "Shenandoah Pauses, true",
  })
  void onlyBeansThatCountPausesSpeakAgainstAStep(String collector, boolean pauses) {
    assertThat(CpuMeter.pauses(collector)).isEqualTo(pauses);
  }
}
