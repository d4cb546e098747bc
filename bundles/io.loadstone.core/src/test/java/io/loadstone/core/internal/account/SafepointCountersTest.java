package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafepointCountersTest {
  private static final int DUMPS = 200;

  @TempDir Path folder;

  @Test
  void aThreadDumpStopsEveryThreadAndIsCounted() {
    SafepointCounters counters = SafepointCounters.ofThisJvm();
    SafepointCounters.Reading before = counters.read();
    long beganNs = System.nanoTime();
    for (int i = 0; i < DUMPS; i++) {
      assertThat(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)).isNotEmpty();
    }
    long tookNs = System.nanoTime() - beganNs;
    SafepointCounters.Reading after = counters.read();

    assertThat(before.count()).isPositive();
    assertThat(after.count() - before.count()).isGreaterThanOrEqualTo(DUMPS);
    assertThat(after.ns() - before.ns()).isPositive().isLessThan(tookNs + 1_000_000);
  }

  @Test
  void theyAreThoseThatTheJvmsOwnToolPrints() throws Exception {
    long pid = ProcessHandle.current().pid();
    SafepointCounters.Reading before = SafepointCounters.ofThisJvm().read();
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "PerfCounter.print")
            .redirectErrorStream(true)
            .start();
    String printed = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(jcmd.waitFor(60, TimeUnit.SECONDS)).isTrue();
    SafepointCounters.Reading after = SafepointCounters.ofThisJvm().read();

    long count =
        printed
            .lines()
            .filter(line -> line.startsWith("sun.rt.safepoints="))
            .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1)))
            .findFirst()
            .orElseThrow(() -> new AssertionError(printed));
    assertThat(count).isBetween(before.count(), after.count());
  }

  @Test
  void withoutTheFileTheyAreUnknown() {
    assertThat(SafepointCounters.of(folder.resolve("none")).read())
        .isEqualTo(SafepointCounters.Reading.UNKNOWN);
  }

  @Test
  void aFileOfAnotherKindIsNoError() throws Exception {
    byte[] real =
        Files.readAllBytes(
            Path.of(
                "/tmp/hsperfdata_" + System.getProperty("user.name"),
                Long.toString(ProcessHandle.current().pid())));
    byte[] otherMagic = real.clone();
    otherMagic[0] = 0;
    byte[] laterVersion = real.clone();
    laterVersion[5] = 3;
    byte[] cutOff = Arrays.copyOf(real, 200);
    byte[] endless = real.clone();
    Arrays.fill(endless, 32, 36, (byte) 0);
    for (byte[] content : new byte[][] {{}, {1, 2, 3}, otherMagic, laterVersion, cutOff, endless}) {
      Path file = Files.write(folder.resolve("counters"), content);

      assertThat(SafepointCounters.of(file).read()).isEqualTo(SafepointCounters.Reading.UNKNOWN);
    }
    assertThat(SafepointCounters.of(Files.write(folder.resolve("whole"), real)).read().count())
        .isPositive();
  }
}
