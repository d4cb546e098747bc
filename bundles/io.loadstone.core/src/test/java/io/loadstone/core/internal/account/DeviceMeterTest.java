package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.target.BlockDevice;
import io.loadstone.core.internal.MemoryTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B075: what the devices did, beside what the program moved. B115: no device is told as such. */
class DeviceMeterTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private static MemoryTarget on(int major, int minor) {
    MemoryTarget target = MemoryTarget.of(512);
    target.device = Optional.of(new BlockDevice(major, minor));
    return target;
  }

  private void counters(String device, String line) throws IOException {
    Files.createDirectories(folder.resolve(device));
    Files.writeString(folder.resolve(device).resolve("stat"), line);
  }

  @Test
  void theColumnsAreThoseThatTheKernelDocuments() throws Exception {
    // read I/Os, merges, sectors, ms; write I/Os, merges, sectors, ms; in flight, busy ms, queue ms
    counters("254:0", "  100 7 1000 11  20 3 400 5  0 50 60 0 0 0 0 0 0\n");
    DeviceMeter meter = DeviceMeter.of(List.of(on(254, 0)), folder);
    DeviceMeter.Reading before = meter.read();
    counters("254:0", "  110 9 3000 99  23 4 408 9  2 550 3060 0 0 0 0 0 0\n");

    DeviceFigures figures = meter.read().since(before, 2 * SECOND);

    // Sectors are of 512 bytes; 500 of 2000 ms; 3000 ms of requests in 2 s.
    assertThat(figures).isEqualTo(new DeviceFigures(10, 2000 * 512, 3, 8 * 512, 1.5, 25));
  }

  @Test
  void operationsAreOfTheDevicesOwnTime() {
    DeviceFigures figures = new DeviceFigures(300, 0, 75, 0, 0, 0);

    assertThat(figures.readIops(1.5)).isEqualTo(200);
    assertThat(figures.writeIops(1.5)).isEqualTo(50);
    assertThat(figures.readIops(0)).isEqualTo(-1);
    assertThat(DeviceFigures.UNKNOWN.readIops(1)).isEqualTo(-1);
    assertThat(DeviceFigures.UNKNOWN.writeIops(1)).isEqualTo(-1);
  }

  @Test
  void aDeviceCountsOnceHoweverManyTargetsItHoldsAndSeveralAddUp() throws Exception {
    counters("7:1", "1 0 8 0 0 0 0 0 0 10 10");
    counters("7:2", "1 0 8 0 0 0 0 0 0 10 10");
    DeviceMeter meter = DeviceMeter.of(List.of(on(7, 1), on(7, 2), on(7, 1)), folder);
    DeviceMeter.Reading before = meter.read();
    counters("7:1", "3 0 24 0 0 0 0 0 0 110 110");
    counters("7:2", "6 0 48 0 0 0 0 0 0 910 910");

    DeviceFigures figures = meter.read().since(before, SECOND);

    assertThat(figures.readOperations()).isEqualTo(2 + 5);
    assertThat(figures.readBytes()).isEqualTo((16 + 40) * 512);
    // That of the busiest.
    assertThat(figures.utilisationPercent()).isEqualTo(90);
  }

  @Test
  void countersBeyond32BitsGoOn() throws Exception {
    counters("7:1", (1L << 32) - 1 + " 0 " + ((1L << 33) - 1) + " 0 0 0 0 0 0 0 0");
    DeviceMeter meter = DeviceMeter.of(List.of(on(7, 1)), folder);
    DeviceMeter.Reading before = meter.read();
    counters("7:1", (1L << 32) + " 0 " + (1L << 33) + " 0 0 0 0 0 0 0 0");

    DeviceFigures figures = meter.read().since(before, SECOND);

    assertThat(figures.readOperations()).isOne();
    assertThat(figures.readBytes()).isEqualTo(512);
  }

  @Test
  void whatIsNotKnownOfOneTargetIsNotKnownOfAll() throws Exception {
    counters("7:1", "1 0 8 0 0 0 0 0 0 10 10");

    assertThat(figures(List.of(on(7, 1), MemoryTarget.of(512)))).isEqualTo(DeviceFigures.UNKNOWN);
    assertThat(figures(List.of(on(7, 1), on(7, 9)))).isEqualTo(DeviceFigures.UNKNOWN);
    assertThat(figures(List.of(on(7, 1))).known()).isTrue();
  }

  @Test
  void aDeviceThatDoesNotCountHasNoFiguresAndThatOfAPartitionIsSetAtTheWhole() throws Exception {
    counters("7:1", "0 0 0 0 0 0 0 0 0 0 0");
    Files.createDirectories(folder.resolve("queue"));
    Files.writeString(folder.resolve("queue/iostats"), "0\n");
    assertThat(figures(List.of(on(7, 1)))).isEqualTo(DeviceFigures.UNKNOWN);

    Files.createDirectories(folder.resolve("7:1/queue"));
    Files.writeString(folder.resolve("7:1/queue/iostats"), "1\n");
    assertThat(figures(List.of(on(7, 1))).known()).isTrue();
  }

  @Test
  void aDeviceThatWentAndCameAgainOrWritesNonsenseIsUnknownAndNoError() throws Exception {
    counters("7:1", "9 0 72 0 0 0 0 0 0 10 10");
    DeviceMeter meter = DeviceMeter.of(List.of(on(7, 1)), folder);
    DeviceMeter.Reading before = meter.read();
    for (String line : List.of("0 0 0 0 0 0 0 0 0 0 0", "1 2 3", "a b c d e f g h i j k", "")) {
      counters("7:1", line);
      assertThat(meter.read().since(before, SECOND)).isEqualTo(DeviceFigures.UNKNOWN);
    }
    Files.delete(folder.resolve("7:1/stat"));
    assertThat(meter.read().since(before, SECOND)).isEqualTo(DeviceFigures.UNKNOWN);
  }

  private DeviceFigures figures(List<MemoryTarget> targets) {
    DeviceMeter meter = DeviceMeter.of(targets, folder);
    return meter.read().since(meter.read(), SECOND);
  }
}
