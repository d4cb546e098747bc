package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepPlan;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfChecksTest {

  @ParameterizedTest
  @CsvSource({
    // A load of 640 for 1 s: each place is used twice, and the third operation is still in flight.
    "640, 1280, 0.4, true, not judged",
    "640, 1280, 0.5, true, not judged",
    "16, 4000, 0.004, true, the load is 16",
    // Half of the load is missing.
    "16, 4000, 0.002, false, the load is 16",
    "640, 25600, 0.0125, false, the load is 640",
  })
  void littlesLawIsJudgedOnlyIfWhatIsInFlightAtTheEndIsAFewPercent(
      int outstanding, long operations, double responseSeconds, boolean passes, String words) {
    double ns = responseSeconds * 1e9;
    LatencyFigures latency = new LatencyFigures(operations, 0, ns, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures(operations, 0, 0, operations, 0, latency, latency);
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 100, 100),
            1,
            outstanding,
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO);
    SelfCheck check = check("littles-law", step, total);

    assertThat(check.passed()).isEqualTo(passes);
    assertThat(check.detail()).contains(words);
  }

  /** B075: what the page cache, or a hole of the file, answered never reached the device. */
  @ParameterizedTest
  @CsvSource({
    // Bytes read and written; by the devices; of a load of 2 x 4096 bytes.
    "1000000, 0, 1000000, 0, true, true, 'devices behind the targets read 1,000,000'",
    "1000000, 0, 0, 0, false, false, the page cache answered the rest",
    "1000000, 0, 0, 0, true, false, something before them answered the rest",
    // 2 % and what was in flight may be missing, and no byte more.
    "1000000, 0, 971808, 0, true, true, 'read 971,808'",
    "1000000, 0, 971807, 0, true, false, 'read 971,807'",
    // Others may use a device, too.
    "1000000, 0, 9000000, 5000000, true, true, 'wrote 5,000,000'",
    // A buffered write is on its way for half a minute.
    "0, 1000000, 0, 0, false, true, buffered writes may reach them later",
    "0, 1000000, 0, 0, true, false, something before them answered the rest",
    "1000000, 0, -1, -1, false, true, not judged",
  })
  void theDevicesMustHaveDoneWhatTheProgramCounted(
      long read,
      long written,
      long deviceRead,
      long deviceWritten,
      boolean direct,
      boolean passes,
      String words) {
    SelfCheck check =
        ofDevices("devices-did-the-work", read, written, deviceRead, deviceWritten, direct);

    assertThat(check.passed()).isEqualTo(passes);
    assertThat(check.detail()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({
    // Bytes read and written; by the devices; of a load of 2 x 4096 bytes.
    "1000000, 0, 1000000, 0, true, true, 'moved 1,000,000 bytes'",
    // 2 % and what was in flight at both ends may be too much, and no byte more.
    "500000, 500000, 536384, 500000, true, true, 'moved 1,000,000 bytes, the devices behind the targets 1,036,384'",
    "500000, 500000, 536385, 500000, true, false, 'something else used them: 36,385 bytes (3.6 % of the step''s) that it did not read'",
    // No step that only reads makes a device write: that is somebody else, who disturbs it.
    "1000000, 0, 1000000, 36384, true, true, 'the devices behind the targets 1,036,384'",
    "1000000, 0, 1000000, 500000, true, false, (50.0 % of the step's) that it did not move",
    // A file system with a journal writes more than it is told to.
    "0, 1000000, 0, 1500000, true, true, 'beyond it (50.0 % more) are the file system''s own records'",
    "500000, 500000, 500000, 800000, true, true, 'beyond it (30.0 % more) are the file system''s own records'",
    // If it is read as well, that is no journal.
    "0, 1000000, 500000, 1500000, true, false, (50.0 % of the step's) that it did not read",
    // The page cache reads ahead.
    "1000000, 0, 9000000, 5000000, false, true, not judged",
    "1000000, 0, -1, -1, true, true, not judged",
    // Less is the other check's.
    "1000000, 0, 0, 0, true, true, the devices behind the targets 0",
  })
  void whatOthersDidOnTheDevicesIsTold(
      long read,
      long written,
      long deviceRead,
      long deviceWritten,
      boolean direct,
      boolean passes,
      String words) {
    SelfCheck check =
        ofDevices("devices-did-nothing-else", read, written, deviceRead, deviceWritten, direct);

    assertThat(check.passed()).isEqualTo(passes);
    assertThat(check.detail()).contains(words);
  }

  private static SelfCheck ofDevices(
      String name, long read, long written, long deviceRead, long deviceWritten, boolean direct) {
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 50, 100),
            1,
            2,
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO);
    DeviceFigures device =
        deviceRead < 0
            ? DeviceFigures.UNKNOWN
            : new DeviceFigures(1, deviceRead, 1, deviceWritten, 1, 1);
    return SelfChecks.of(
            step,
            new SelfChecks.Facts(
                moved(read),
                moved(written),
                moved(read + written),
                1,
                1,
                1,
                1,
                0,
                1_000_000_000L,
                false,
                device,
                direct))
        .stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    // The last cut came 65 ms late, and almost a second.
    "2, 0, 2065, true",
    "2, 0, 2999, true",
    // A second that no row stands for, in the middle and at large.
    "2, 1, 2065, false",
    "2, 0, 3000, false",
  })
  void everySecondHasARowHoweverLateTheLastOneWasCut(
      long intervals, long gaps, long measuredMs, boolean passes) {
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 50, 100),
            1,
            1,
            1,
            Duration.ZERO,
            Duration.ofSeconds(2),
            Duration.ZERO);
    assertThat(
            SelfChecks.of(
                    step,
                    new SelfChecks.Facts(
                        moved(1),
                        moved(1),
                        moved(2),
                        1,
                        1,
                        1,
                        intervals,
                        gaps,
                        measuredMs * 1_000_000,
                        false,
                        DeviceFigures.UNKNOWN,
                        true))
                .stream()
                .filter(c -> c.name().equals("every-second-has-an-interval")))
        .singleElement()
        .extracting(SelfCheck::passed)
        .isEqualTo(passes);
  }

  private static IoFigures moved(long bytes) {
    return new IoFigures(1, bytes, 0, 1, 1, LatencyFigures.NONE, LatencyFigures.NONE);
  }

  @Test
  void littlesLawIsNotJudgedWhereTheLoadIsNoFixedNumberOfOperations() {
    LatencyFigures latency = new LatencyFigures(50_000, 0, 1e6, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures(50_000, 0, 0, 50_000, 0, latency, latency);
    // 50,000 a second of 1 ms each are 50 outstanding, not 640.
    assertThat(check("littles-law", step(Optional.empty()), total).passed()).isFalse();
    assertThat(check("littles-law", step(Optional.empty()), total, true).detail())
        .endsWith("not judged, set points were changed");
    Optional<OpenLoop> open =
        Optional.of(new OpenLoop(Rate.ofOperations(50_000), Arrivals.POISSON));
    assertThat(check("littles-law", step(open), total))
        .satisfies(check -> assertThat(check.passed()).isTrue())
        .extracting(SelfCheck::detail)
        .asString()
        .endsWith("not judged, the load of an open loop is its rate");
  }

  private static StepPlan step(Optional<OpenLoop> openLoop) {
    return new StepPlan(
        0,
        AccessSpecification.of("w", 4096, 100, 100),
        1,
        640,
        openLoop,
        1,
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ZERO);
  }

  @Test
  void aSingleOperationIsToldInTheSingular() {
    LatencyFigures latency = new LatencyFigures(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    IoFigures total = new IoFigures(1, 0, 0, 1, 0, latency, latency);
    StepPlan step =
        new StepPlan(
            0,
            AccessSpecification.of("w", 4096, 100, 100),
            1,
            1,
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO);

    assertThat(check("totals-equal-intervals", step, total).detail())
        .isEqualTo("the totals have 1 operation, the intervals 1, reads and writes 1");
    assertThat(check("histogram-counts-equal-operations", step, total).detail())
        .isEqualTo("the histograms hold 1 service time and 1 response time of 1 operation");
  }

  private static SelfCheck check(String name, StepPlan step, IoFigures total) {
    return check(name, step, total, false);
  }

  private static SelfCheck check(String name, StepPlan step, IoFigures total, boolean changed) {
    long operations = total.operations();
    return SelfChecks.of(
            step,
            new SelfChecks.Facts(
                total,
                IoFigures.NONE,
                total,
                operations,
                operations,
                operations,
                1,
                0,
                1_000_000_000L,
                changed,
                DeviceFigures.UNKNOWN,
                true))
        .stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
