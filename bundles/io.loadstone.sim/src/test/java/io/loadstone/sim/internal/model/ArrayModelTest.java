package io.loadstone.sim.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoKind;
import io.loadstone.sim.internal.model.ClosedLoop.Access;
import io.loadstone.sim.internal.model.ClosedLoop.Figures;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The physics of the array, in virtual time. */
class ArrayModelTest {
  private static final Disk DISK = new Disk(15_000, 3_500_000, 400_000, 120e6);
  private static final long SIZE = 1L << 40;
  // Average seek, half a rotation of 4 ms and 4 KiB at 120 MB/s.
  private static final double RANDOM_ACCESS_MS = 3.5 + 2 + 4096 / 120e6 * 1e3;
  private static final double ROTATION_MS = 4;
  private static final Access RANDOM_READ = new Access(4096, 100, 100);
  private static final Access RANDOM_WRITE = new Access(4096, 0, 100);

  private static ArraySpec spec(int spindles, RaidLevel raid, long cacheBytes) {
    return new ArraySpec(
        SIZE, spindles, raid, 64 << 10, cacheBytes, 2 << 20, DISK, 40_000, 400e6, 100_000, 1);
  }

  private static Figures run(ArraySpec spec, Access access, int outstanding, int seconds) {
    return new ClosedLoop(new ArrayModel(spec), SIZE).run(access, 1, outstanding, seconds, seconds);
  }

  @Test
  void oneReadTakesASeekHalfARotationAndTheTransfer() {
    Figures figures = run(spec(16, RaidLevel.RAID5, 0), RANDOM_READ, 1, 60);
    assertThat(figures.meanMs()).isCloseTo(0.1 + RANDOM_ACCESS_MS, Percentage.withPercentage(1));
  }

  @Test
  void aSeekIsLongerTheFurtherItGoes() {
    assertThat(DISK.seekNs(0)).isZero();
    assertThat(DISK.seekNs(0.01)).isBetween(400_000L, 1_100_000L);
    assertThat(DISK.seekNs(1)).isGreaterThan(DISK.seekNs(0.5));
    SplittableRandom random = new SplittableRandom(3);
    double sum = 0;
    for (int i = 0; i < 1_000_000; i++) {
      double from = random.nextDouble();
      double to = random.nextDouble();
      sum += DISK.seekNs(Math.abs(from - to));
    }
    // The parameter is what it says: the mean of random seeks.
    assertThat(sum / 1_000_000).isCloseTo(3_500_000, Percentage.withPercentage(0.5));
  }

  /** Every spindle busy: their number by the time of an access, or of all that a write needs. */
  @ParameterizedTest
  @CsvSource({
    // Reads: one access whatever the level is.
    "16, RAID0, 100, 1, 0", "16, RAID5, 100, 1, 0", "16, RAID6, 100, 1, 0",
    // Writes: 1; 2; on level 5 two spindles read, and write a rotation later; on 6 it is three.
    "16, RAID0, 0, 1, 0", "16, RAID1, 0, 2, 0", "16, RAID10, 0, 2, 0",
    "16, RAID5, 0, 2, 2", "16, RAID6, 0, 3, 3"
  })
  void smallRandomAccessesCostWhatTheBooksSay(
      int spindles, RaidLevel raid, int readPercent, int accesses, int rotations) {
    Figures figures = run(spec(spindles, raid, 0), new Access(4096, readPercent, 100), 2048, 30);
    double spindleMs = accesses * RANDOM_ACCESS_MS + rotations * ROTATION_MS;
    assertThat(figures.iops()).isCloseTo(spindles * 1e3 / spindleMs, Percentage.withPercentage(3));
  }

  @ParameterizedTest
  @CsvSource({
    "RAID0, 65536, 1, false",
    "RAID10, 65536, 2, false",
    // Two reads and two writes; three and three.
    "RAID5, 4096, 2, true",
    "RAID6, 4096, 3, true",
    // Nearly the whole row of 7: the one unit that is left is read; 6 and the parity are written.
    "RAID5, 393216, 8, false",
    // The whole row.
    "RAID5, 458752, 8, false",
    "RAID6, 393216, 8, false"
  })
  void aWriteInARowNeedsTheseAccesses(RaidLevel raid, int bytes, int count, boolean rewrites) {
    RowWrite write = new RowWrite(raid, 8, 65_536);
    write.plan(3, 0, bytes);
    assertThat(write.count).isEqualTo(count);
    assertThat(write.rewrites).isEqualTo(rewrites);
    double frees = 0;
    for (int i = 0; i < write.count; i++) {
      frees += write.frees[i];
    }
    assertThat(frees).isEqualTo(bytes);
    assertThat(Arrays.stream(write.spindle, 0, count).distinct()).hasSize(count);
  }

  @Test
  void aWriteGoesToTheCacheUntilItIsFullAndThenAtTheSpeedOfDestaging() {
    ArrayModel model = new ArrayModel(spec(8, RaidLevel.RAID5, 64 << 20));
    ClosedLoop loop = new ClosedLoop(model, SIZE);
    Figures filling = loop.run(RANDOM_WRITE, 1, 1, 0, 1);
    // 0.1 ms of latency and 0.025 ms of the controller.
    assertThat(filling.meanMs()).isCloseTo(0.125, Percentage.withPercentage(1));

    Figures full =
        new ClosedLoop(new ArrayModel(spec(8, RaidLevel.RAID5, 64 << 20)), SIZE)
            .run(RANDOM_WRITE, 1, 16, 30, 60);
    // Two accesses with a rotation more; sorted by place, so that the arm moves less than on
    // average and more than not at all.
    double fastest = 8 * 1e3 / (2 * (2 + ROTATION_MS));
    double slowest = 8 * 1e3 / (2 * (RANDOM_ACCESS_MS + ROTATION_MS));
    assertThat(full.iops()).isBetween(slowest, fastest);
    assertThat(full.meanMs()).isGreaterThan(10 * filling.meanMs());
  }

  @Test
  void sequentialWritesAreDestagedInWholeRows() {
    Access log = new Access(8192, 0, 0);
    Figures figures = run(spec(8, RaidLevel.RAID5, 64 << 20), log, 4, 30);
    // 4 outstanding at 0.1 ms and the controller: the spindles are never in the way.
    assertThat(figures.iops()).isCloseTo(4 / 0.000125, Percentage.withPercentage(2));
  }

  @Test
  void sequentialReadsAreReadAheadUpToTheLimitOfTheController() {
    Access scan = new Access(65_536, 100, 0);
    Figures ahead = run(spec(8, RaidLevel.RAID5, 0), scan, 4, 10);
    assertThat(ahead.mbPerSecond()).isCloseTo(400, Percentage.withPercentage(2));
    ArraySpec limited = spec(8, RaidLevel.RAID5, 0);
    ArraySpec without =
        new ArraySpec(SIZE, 8, RaidLevel.RAID5, 64 << 10, 0, 0, DISK, 40_000, 400e6, 100_000, 1);
    assertThat(run(without, scan, 1, 10).mbPerSecond())
        .isLessThan(run(limited, scan, 1, 10).mbPerSecond() / 2);
  }

  @Test
  void theControllerLimitsOperations() {
    Access cached = new Access(512, 0, 0);
    Figures figures = run(spec(32, RaidLevel.RAID10, 512 << 20), cached, 64, 5);
    assertThat(figures.iops()).isCloseTo(40_000, Percentage.withPercentage(0.1));
  }

  @Test
  void aFlushIsDoneAtOnceSinceTheCacheHasABattery() {
    ArrayModel model = new ArrayModel(spec(8, RaidLevel.RAID5, 64 << 20));
    assertThat(model.completionNs(1000, IoKind.FLUSH, 0, 0)).isEqualTo(101_000);
  }

  @Test
  void nothingIsDoneBeforeItArrived() {
    SplittableRandom random = new SplittableRandom(5);
    for (RaidLevel raid : RaidLevel.values()) {
      ArrayModel model = new ArrayModel(spec(8, raid, 1 << 20));
      long now = 0;
      for (int i = 0; i < 20_000; i++) {
        now += random.nextLong(2_000_000);
        int bytes = 512 * (1 + random.nextInt(2048));
        long offset = random.nextLong(SIZE - bytes);
        IoKind kind = random.nextBoolean() ? IoKind.READ : IoKind.WRITE;
        assertThat(model.completionNs(now, kind, offset, bytes)).isGreaterThan(now);
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    ArraySpec spec = spec(8, RaidLevel.RAID6, 1 << 20);
    assertThat(run(spec, new Access(8192, 60, 100), 16, 5))
        .isEqualTo(run(spec, new Access(8192, 60, 100), 16, 5));
  }
}
