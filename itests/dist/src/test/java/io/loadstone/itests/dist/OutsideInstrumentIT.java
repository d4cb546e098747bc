package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same run as other instruments count it: the kernel, and fio on the same file in turn. */
class OutsideInstrumentIT {
  private static final int BLOCK = 4096;
  private static final int OUTSTANDING = 8;
  private static final int SECTOR = 512;

  private static final int RATE = 500;
  private static final int SECONDS = 4;

  // The kernel gives the right to read in slices of this length: a run may have one more or less.
  private static final double SLICE_SECONDS = 0.1;

  // On a machine that does other things too, more of them until both instruments met the same.
  private static final int PAIRS = 3;
  private static final int MOST_PAIRS = 8;

  // What opening a file, and looking at it before, reads of its file system.
  private static final int METADATA_BYTES = 128 * 1024;

  // A few rows of results, lines of a log, and classes that are loaded late.
  private static final int OWN_BYTES = 8 << 20;

  @RegisterExtension
  static final Agent AGENT = Agent.fresh("outside").asShipped().allowing(Dist.BASE);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @ParameterizedTest(name = "{0}, {1} % reads")
  @DisplayName("the kernel counts the same operations and bytes, at the device and of the agent")
  @CsvSource({"uring, 100", "uring, 0", "aio, 100", "aio, 0", "sync, 100", "sync, 0"})
  void theKernelCountsTheSame(String engine, int readPercent) throws IOException {
    try (Mount mount = Mount.ext4(64)) {
      String shape = "blockSize: 4KiB, read: " + readPercent + "%, random: 100%";
      String plan = "engine: " + engine + "\n" + Plans.measureOnly(target(mount), shape, 3);
      // Lays the file out, and loads what the agent needs for this engine.
      AGENT.completed(Plans.of(target(mount), shape, OUTSTANDING, 0, 1));

      Kernel before = Kernel.read(mount);
      String id = AGENT.completed(plan);
      Kernel after = Kernel.read(mount);

      boolean reads = readPercent == 100;
      String direction = reads ? "read" : "write";
      String rows = " FROM intervals WHERE run_id = '" + id + "'";
      long bytes = number("SELECT sum(" + direction + "_bytes)" + rows);
      long operations = number("SELECT sum(" + direction + "_operations)" + rows);
      assertThat(bytes).isEqualTo(operations * BLOCK).isPositive();
      // What the loops do until they hear of the end, which nobody counts as measured, and the
      // file system's own records: no more than the 0.1 s that a busy machine may take for it.
      long more = bytes / 30 + METADATA_BYTES;
      Kernel during = after.less(before);
      System.out.println(
          engine + " " + direction + " " + operations + " x 4 KiB, kernel " + during);
      assertThat(reads ? during.deviceRead : during.deviceWritten)
          .as("bytes of the device")
          .isBetween(bytes, bytes + more);
      assertThat(reads ? during.reads : during.writes)
          .as(
              "requests of the device, with those that were merged as they happened to be neighbours")
          .isBetween(operations, operations + more / BLOCK);
      // The agent's results and log are written, too.
      assertThat(reads ? during.agentRead : during.agentWritten)
          .as("bytes of the agent")
          .isBetween(bytes, bytes + more + OWN_BYTES);
      assertThat(AGENT.result(id).path("steps").path(0).path("engine").asText()).isEqualTo(engine);
    }
  }

  @Test
  @DisplayName("fio on the same file in turn sees what Loadstone sees, within its own noise")
  void fioSeesTheSame() throws IOException {
    try (Mount mount = Mount.ext4(64);
        Throttle throttle = Throttle.readsPerSecond(mount.device(), RATE)) {
      String shape = "blockSize: 4KiB, read: 100%, random: 100%";
      AGENT.completed(Plans.of(target(mount), shape, OUTSTANDING, 0, 1));
      throttle.takeIn(AGENT.pid());
      List<Figures> fio = new ArrayList<>();
      List<Figures> loadstone = new ArrayList<>();
      do {
        fio.add(fio(throttle, mount.file("t.dat")));
        loadstone.add(loadstone(Plans.of(target(mount), shape, OUTSTANDING, 1, SECONDS)));
      } while (fio.size() < PAIRS || (fio.size() < MOST_PAIRS && !agree(fio, loadstone)));
      System.out.println("fio " + fio + ", Loadstone " + loadstone);

      assertThat(agree(fio, loadstone)).as("fio %s, Loadstone %s", fio, loadstone).isTrue();
      // Both see the device that was made, and not only the same.
      assertThat(loadstone.stream().mapToDouble(Figures::iops).max().orElseThrow())
          .isCloseTo(RATE, within(RATE * 2 * SLICE_SECONDS / SECONDS));
    }
  }

  private static boolean agree(List<Figures> fio, List<Figures> loadstone) {
    return agree(fio, loadstone, Figures::iops) && agree(fio, loadstone, Figures::meanMs);
  }

  private static boolean agree(
      List<Figures> fio, List<Figures> loadstone, ToDoubleFunction<Figures> figure) {
    DoubleSummaryStatistics noise = fio.stream().mapToDouble(figure).summaryStatistics();
    double expected = median(fio, figure);
    double within = noise.getMax() - noise.getMin() + expected * SLICE_SECONDS / SECONDS;
    return Math.abs(median(loadstone, figure) - expected) <= within;
  }

  private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static Figures fio(Throttle throttle, Path file) {
    String said =
        Dist.tool(
            throttle.inside(
                "fio",
                "--name=same",
                "--filename=" + file,
                "--readonly",
                "--rw=randread",
                "--bs=" + BLOCK,
                "--direct=1",
                "--ioengine=libaio",
                "--iodepth=" + OUTSTANDING,
                "--time_based",
                "--ramp_time=1",
                "--runtime=" + SECONDS,
                "--output-format=json"));
    JsonNode read = Result.parse(said).path("jobs").path(0).path("read");
    return new Figures(
        read.path("total_ios").asLong() * 1e3 / read.path("runtime").asLong(),
        read.path("lat_ns").path("mean").asDouble() / 1e6);
  }

  private static Figures loadstone(String plan) {
    JsonNode read = AGENT.result(AGENT.completed(plan)).path("steps").path(0).path("read");
    return new Figures(
        read.path("iops").asDouble(), read.path("responseTimeNs").path("mean").asDouble() / 1e6);
  }

  private static String target(Mount mount) {
    return "file:" + mount.file("t.dat") + "?size=16MiB";
  }

  private static long number(String query) {
    return Long.parseLong(AGENT.sqlite(query));
  }

  /**
   * What one instrument saw of one run.
   *
   * @param iops reads per second
   * @param meanMs from submission to completion
   */
  private record Figures(double iops, double meanMs) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f/s %.2f ms", iops, meanMs);
    }
  }

  /**
   * The kernel's counters: of the device (Documentation/block/stat.rst), and what it charges to the
   * agent at block devices (proc_pid_io(5); rchar and wchar there know nothing of io_uring and
   * aio).
   *
   * @param reads requests, before the kernel merged them
   * @param writes as reads
   */
  private record Kernel(
      long reads,
      long deviceRead,
      long writes,
      long deviceWritten,
      long agentRead,
      long agentWritten) {
    static Kernel read(Mount mount) throws IOException {
      String name = Path.of(mount.device()).getFileName().toString();
      String[] stat =
          Files.readString(Path.of("/sys/class/block", name, "stat")).strip().split("\\s+", -1);
      List<String> io = Files.readAllLines(Path.of("/proc/" + AGENT.pid() + "/io"));
      return new Kernel(
          Long.parseLong(stat[0]) + Long.parseLong(stat[1]),
          Long.parseLong(stat[2]) * SECTOR,
          Long.parseLong(stat[4]) + Long.parseLong(stat[5]),
          Long.parseLong(stat[6]) * SECTOR,
          value(io, "read_bytes: "),
          value(io, "write_bytes: "));
    }

    Kernel less(Kernel before) {
      return new Kernel(
          reads - before.reads,
          deviceRead - before.deviceRead,
          writes - before.writes,
          deviceWritten - before.deviceWritten,
          agentRead - before.agentRead,
          agentWritten - before.agentWritten);
    }

    private static long value(List<String> lines, String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length())))
          .findFirst()
          .orElseThrow();
    }
  }
}
