package io.loadstone.itests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolsTest {
  private static final Fio.Files FILES =
      new Fio.Files(
          Path.of("/dev/shm/t.dat"),
          Path.of("/srv/t.dat"),
          NbdServer.uri(Path.of("/run/nbd.sock")),
          1 << 20);

  /**
   * fio's user time is a share of the run time: 50 % + 30 % of 2 s by 16,000 operations = 100 us.
   */
  @Test
  void figuresOfFioAreThoseOfBothDirections() throws IOException {
    Sample sample =
        Fio.sample(
            """
            note: a warning
            {"jobs": [{"error": 0, "usr_cpu": 5.0, "sys_cpu": 3.0,
              "read": {"iops": 5999.5, "total_ios": 12000, "lat_ns": {"percentile": {"99.000000": 7000}}},
              "write": {"iops": 2000.5, "total_ios": 4000, "lat_ns": {"percentile": {"99.000000": 9000}}}}]}
            """,
            "a warning\n2.000 1.200\n",
            new Times(1, 3));

    assertThat(sample.iops()).isEqualTo(8000);
    assertThat(sample.p99Ns()).isEqualTo(9000);
    assertThat(sample.cpuUsPerOperation()).isCloseTo(100, within(1e-9));
  }

  @Test
  void anErrorOfFioIsAnError() {
    assertThatThrownBy(() -> Fio.sample("{\"jobs\": [{\"error\": 5}]}", "0 0", new Times(1, 3)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("error 5");
  }

  @Test
  void figuresOfLoadstoneAreServiceTimes() throws IOException {
    Sample sample =
        Loadstone.sample(
            """
            {"steps": [{"total": {"iops": 8001},
              "read": {"serviceTimeNs": {"p99": 7000}, "responseTimeNs": {"p99": 99000}},
              "write": {"serviceTimeNs": {"p99": null}, "responseTimeNs": {"p99": null}},
              "cpu": {"microsecondsPerOperation": 2.5}}]}
            """);

    assertThat(sample).isEqualTo(new Sample(8001, 7000, 2.5));
  }

  @Test
  void bothDriveTheSameExportOverOneConnection() {
    Cell cell = new Cell(Place.SERVER, Workload.RANDOM_READ_4K, 8, Engines.NBD);
    assertThat(new Fio("fio", FILES, new Times(1, 3)).options(cell))
        .containsSubsequence(
            "--ioengine=nbd",
            "--uri=nbd+unix:///?socket=/run/nbd.sock",
            "--size=1048576",
            "--iodepth=8")
        .noneMatch(option -> option.startsWith("--filename") || option.startsWith("--numjobs"));
    assertThat(Engines.at(Place.SERVER)).containsExactly(Engines.NBD);
  }

  @Test
  void fioKeepsManyOutstandingOnOneThreadOnlyIfItsEngineCan() {
    Fio fio = new Fio("fio", FILES, new Times(1, 3));
    List<String> ring = fio.options(new Cell(Place.DISK, Workload.MIXED_8K, 32, Engines.URING));
    List<String> threads =
        fio.options(new Cell(Place.TMPFS, Workload.SEQUENTIAL_READ_64K, 32, Engines.SYNC));

    assertThat(ring)
        .contains(
            "--iodepth=32",
            "--direct=1",
            "--rw=randrw",
            "--rwmixread=70",
            "--fixedbufs=1",
            "--registerfiles=1",
            "--filename=/srv/t.dat")
        .noneMatch(option -> option.startsWith("--numjobs"));
    assertThat(threads)
        .contains("--numjobs=32", "--direct=0", "--rw=read", "--filename=/dev/shm/t.dat")
        .noneMatch(option -> option.startsWith("--iodepth"));
  }
}
