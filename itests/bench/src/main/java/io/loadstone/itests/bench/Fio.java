package io.loadstone.itests.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * fio with its fastest sensible options: threads and not processes, registered buffers and files,
 * batches, no map of what was visited. It records latencies, as Loadstone does.
 */
final class Fio implements Tool {
  private static final String NULL_SIZE = "1T";

  // fio's own figures leave out the kernel's threads that work for it, which are most of io_uring's
  // cost on a file system that can't tell beforehand whether it would block.
  private static final List<String> WITH_CPU_TIME =
      List.of("bash", "-c", "TIMEFORMAT='%3U %3S'; time \"$@\"", "bash");

  private final String program;
  private final Files files;
  private final Times times;

  /**
   * What both tools drive.
   *
   * @param server the URI of an NBD export
   * @param sizeBytes of each
   */
  record Files(Path tmpfs, Path disk, String server, long sizeBytes) {
    Path at(Place place) {
      return switch (place) {
        case TMPFS -> tmpfs;
        case DISK -> disk;
        case SERVER, NOTHING -> throw new IllegalArgumentException("there is no file at " + place);
      };
    }
  }

  Fio(String program, Files files, Times times) {
    this.program = program;
    this.files = files;
    this.times = times;
  }

  /** What it calls itself. */
  String version() throws IOException, InterruptedException {
    return Command.call(List.of(program, "--version"), Map.of()).output().strip();
  }

  @Override
  public Sample measure(Cell cell) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(WITH_CPU_TIME);
    words.add(program);
    words.addAll(options(cell));
    Command.Said said = Command.call(words, Map.of());
    return sample(said.output(), said.errors(), times);
  }

  /** Everything behind the program's name. */
  List<String> options(Cell cell) {
    List<String> options = new ArrayList<>();
    options.add("--name=cell");
    // Options of an engine are known only behind its name.
    options.add("--ioengine=" + cell.engines().fios);
    switch (cell.place()) {
      case NOTHING -> options.add("--size=" + NULL_SIZE);
      case SERVER ->
          options.addAll(List.of("--uri=" + files.server(), "--size=" + files.sizeBytes()));
      case TMPFS, DISK ->
          options.addAll(
              List.of(
                  "--filename=" + files.at(cell.place()),
                  "--size=" + files.sizeBytes(),
                  "--direct=" + (cell.place() == Place.DISK ? 1 : 0),
                  "--invalidate=0"));
    }
    Workload workload = cell.workload();
    options.add("--bs=" + workload.blockBytes);
    options.add("--rw=" + pattern(workload));
    if (workload.readPercent % 100 != 0) {
      options.add("--rwmixread=" + workload.readPercent);
    }
    options.addAll(depth(cell));
    options.addAll(
        List.of(
            "--norandommap",
            "--thread",
            "--group_reporting",
            "--disk_util=0",
            "--gtod_reduce=0",
            "--lat_percentiles=1",
            "--clat_percentiles=0",
            "--time_based",
            "--ramp_time=" + times.rampUpSeconds(),
            "--runtime=" + times.runSeconds(),
            "--output-format=json"));
    return options;
  }

  private static String pattern(Workload workload) {
    String direction =
        switch (workload.readPercent) {
          case 100 -> "read";
          case 0 -> "write";
          default -> "rw";
        };
    return (workload.random ? "rand" : "") + direction;
  }

  private static List<String> depth(Cell cell) {
    int outstanding = cell.outstanding();
    if (!cell.engines().fioIsAsynchronous) {
      return List.of("--numjobs=" + outstanding);
    }
    List<String> options =
        new ArrayList<>(
            List.of(
                "--iodepth=" + outstanding,
                "--iodepth_batch_submit=" + outstanding,
                "--iodepth_batch_complete_min=1",
                "--iodepth_batch_complete_max=" + outstanding));
    if (cell.engines() == Engines.URING) {
      options.addAll(List.of("--fixedbufs=1", "--registerfiles=1"));
    }
    return options;
  }

  /**
   * Reads what it printed.
   *
   * @param json figures
   * @param errors whose last line has seconds of user and of system time of the whole process
   * @param times over which it ran
   */
  static Sample sample(String json, String errors, Times times) throws IOException {
    // Warnings may stand before it.
    JsonNode job =
        new ObjectMapper().readTree(json.substring(json.indexOf('{'))).path("jobs").path(0);
    if (job.path("error").asInt() != 0) {
      throw new IOException("fio reports error " + job.path("error").asInt());
    }
    double iops = 0;
    double p99Ns = 0;
    for (String direction : List.of("read", "write")) {
      JsonNode figures = job.path(direction);
      iops += figures.path("iops").asDouble();
      p99Ns =
          Math.max(p99Ns, figures.path("lat_ns").path("percentile").path("99.000000").asDouble());
    }
    double cpuSeconds = 0;
    for (String seconds :
        errors.strip().substring(errors.strip().lastIndexOf('\n') + 1).split(" ", -1)) {
      cpuSeconds += Double.parseDouble(seconds);
    }
    // The processor time is that of the ramp-up as well.
    double operations = iops * (times.rampUpSeconds() + times.runSeconds());
    return new Sample(iops, p99Ns, cpuSeconds * 1e6 / operations);
  }
}
