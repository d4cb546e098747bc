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

  private final String program;
  private final Files files;
  private final Times times;

  /** The files of both tools. */
  record Files(Path tmpfs, Path disk, long sizeBytes) {
    Path at(Place place) {
      return switch (place) {
        case TMPFS -> tmpfs;
        case DISK -> disk;
        case NOTHING -> throw new IllegalArgumentException("there is no file at " + place);
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
    return Command.output(List.of(program, "--version"), Map.of()).strip();
  }

  @Override
  public Sample measure(Cell cell) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(options(cell));
    return sample(Command.output(words, Map.of()));
  }

  /** Everything behind the program's name. */
  List<String> options(Cell cell) {
    List<String> options = new ArrayList<>();
    options.add("--name=cell");
    if (cell.place() == Place.NOTHING) {
      options.add("--size=" + NULL_SIZE);
    } else {
      options.add("--filename=" + files.at(cell.place()));
      options.add("--size=" + files.sizeBytes());
      options.add("--direct=" + (cell.place() == Place.DISK ? 1 : 0));
      options.add("--invalidate=0");
    }
    Workload workload = cell.workload();
    options.add("--bs=" + workload.blockBytes);
    options.add("--rw=" + pattern(workload));
    if (workload.readPercent % 100 != 0) {
      options.add("--rwmixread=" + workload.readPercent);
    }
    options.add("--ioengine=" + cell.engines().fios);
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

  /** Reads what it printed as JSON. */
  static Sample sample(String json) throws IOException {
    // Warnings may stand before it.
    JsonNode job =
        new ObjectMapper().readTree(json.substring(json.indexOf('{'))).path("jobs").path(0);
    if (job.path("error").asInt() != 0) {
      throw new IOException("fio reports error " + job.path("error").asInt());
    }
    double operations = 0;
    double iops = 0;
    double p99Ns = 0;
    for (String direction : List.of("read", "write")) {
      JsonNode figures = job.path(direction);
      operations += figures.path("total_ios").asDouble();
      iops += figures.path("iops").asDouble();
      p99Ns =
          Math.max(p99Ns, figures.path("lat_ns").path("percentile").path("99.000000").asDouble());
    }
    double cpuShare = (job.path("usr_cpu").asDouble() + job.path("sys_cpu").asDouble()) / 100;
    return new Sample(
        iops, p99Ns, cpuShare * job.path("job_runtime").asDouble() * 1000 / operations);
  }
}
