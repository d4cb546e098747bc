package io.loadstone.sim.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.sim.internal.model.ClosedLoop.Access;
import io.loadstone.sim.internal.model.ClosedLoop.Figures;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the text of the HP EVA4400 study says of its array, said by the simulated one: on this the
 * tutorial is built.
 */
class HpStudyTest {
  private static final long SIZE = 1L << 40;
  // As a URI without parameters gives it.
  private static final Disk DISK = new Disk(15_000, 3_500_000, 400_000, 120e6);
  private static final int OUTSTANDING = 40;

  /** The four workloads of the study. */
  enum Workload {
    FILE_SHARE(64 << 10, 50, 50),
    EXCHANGE_DATABASE(8 << 10, 60, 100),
    DATA_WAREHOUSE(256 << 10, 80, 0),
    EXCHANGE_LOG(8 << 10, 0, 0);

    private final int bytes;
    private final int readPercent;
    private final int randomPercent;

    Workload(int bytes, int readPercent, int randomPercent) {
      this.bytes = bytes;
      this.readPercent = readPercent;
      this.randomPercent = randomPercent;
    }

    Access access() {
      return new Access(bytes, readPercent, randomPercent);
    }
  }

  private static Figures run(int spindles, RaidLevel raid, Workload workload, int workers) {
    ArraySpec spec =
        new ArraySpec(
            SIZE, spindles, raid, 64 << 10, 512 << 20, 4 << 20, DISK, 40_000, 200e6, 100_000, 1);
    return new ClosedLoop(new ArrayModel(spec), SIZE)
        .run(workload.access(), workers, OUTSTANDING / workers, 30, 60);
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE_SHARE", "EXCHANGE_DATABASE"})
  void iopsGrowWith8And16And32Spindles(Workload workload) {
    double of8 = run(8, RaidLevel.RAID5, workload, 1).iops();
    double of16 = run(16, RaidLevel.RAID5, workload, 1).iops();
    double of32 = run(32, RaidLevel.RAID5, workload, 1).iops();
    assertThat(of16).isGreaterThan(1.4 * of8);
    assertThat(of32).isGreaterThan(1.4 * of16);
  }

  @Test
  void theLogStandsOutBecauseOfTheCache() {
    double log = run(16, RaidLevel.RAID5, Workload.EXCHANGE_LOG, 1).iops();
    double database = run(16, RaidLevel.RAID5, Workload.EXCHANGE_DATABASE, 1).iops();
    assertThat(log).isGreaterThan(5 * database);
  }

  @Test
  void theDataWarehouseHardlyGrowsFrom16To32Spindles() {
    double of8 = run(8, RaidLevel.RAID5, Workload.DATA_WAREHOUSE, 1).mbPerSecond();
    double of16 = run(16, RaidLevel.RAID5, Workload.DATA_WAREHOUSE, 1).mbPerSecond();
    double of32 = run(32, RaidLevel.RAID5, Workload.DATA_WAREHOUSE, 1).mbPerSecond();
    assertThat(of16).isGreaterThan(1.3 * of8);
    assertThat(of32).isBetween(of16, 1.15 * of16);
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE_SHARE", "EXCHANGE_DATABASE"})
  void raid1IsAboveRaid5ForWrites(Workload workload) {
    assertThat(run(16, RaidLevel.RAID1, workload, 1).iops())
        .isGreaterThan(1.1 * run(16, RaidLevel.RAID5, workload, 1).iops());
  }

  @ParameterizedTest
  @EnumSource
  void oneAndFourClientsGiveAboutTheSameIops(Workload workload) {
    assertThat(run(16, RaidLevel.RAID5, workload, 4).iops())
        .isCloseTo(run(16, RaidLevel.RAID5, workload, 1).iops(), Percentage.withPercentage(10));
  }
}
