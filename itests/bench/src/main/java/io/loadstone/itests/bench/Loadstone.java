package io.loadstone.itests.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Loadstone as a user has it: an agent of its own, driven by the command line. */
final class Loadstone implements Tool, AutoCloseable {
  private final Path program;
  private final Map<String, String> environment;
  private final Fio.Files files;
  private final Times times;

  private Loadstone(Path program, Path base, Fio.Files files, Times times) {
    this.program = program;
    this.environment = Map.of("LOADSTONE_BASE", base.toString());
    this.files = files;
    this.times = times;
  }

  /**
   * Starts an agent, and has it lay out the files.
   *
   * @param program the command
   * @param base holds the agent's configuration, data and logs
   * @param port of its control endpoint
   */
  static Loadstone start(Path program, Path base, int port, Fio.Files files, Times times)
      throws IOException, InterruptedException {
    Path config = Files.createDirectories(base.resolve("config"));
    Files.writeString(
        config.resolve("io.loadstone.targets.cfg"),
        "targetsFolder="
            + files.disk().getParent()
            + "\nallowedFolders="
            + files.tmpfs().getParent()
            + ","
            + files.disk().getParent()
            + "\nallowedServers="
            + files.tmpfs().getParent()
            + "\n");
    Files.writeString(config.resolve("io.loadstone.http.cfg"), "port=" + port + "\n");
    Loadstone loadstone = new Loadstone(program, base, files, times);
    loadstone.call("start");
    return loadstone;
  }

  /** Writes the file of a place, if there is one. */
  void layOut(Place place) throws IOException, InterruptedException {
    if (place == Place.NOTHING) {
      return;
    }
    run(
        """
        name: lay out
        targets: ["%s"]
        phases:
          - prepare: {layout: written}
        """
            .formatted(target(place)));
  }

  @Override
  public Sample measure(Cell cell) throws IOException, InterruptedException {
    return sample(run(plan(cell)));
  }

  /** The plan of a cell, as YAML. */
  String plan(Cell cell) {
    Workload workload = cell.workload();
    return """
    name: cell
    targets: ["%s"]
    engine: %s
    direct: %s
    workloads:
      - {name: cell, blockSize: %d, read: %d%%, random: %d%%}
    load: {workers: 1, outstanding: %d}
    rampUp: %ds
    runTime: %ds
    """
        .formatted(
            target(cell.place()),
            cell.engines().ours,
            cell.place() == Place.TMPFS ? "off" : "auto",
            workload.blockBytes,
            workload.readPercent,
            workload.random ? 100 : 0,
            cell.outstanding(),
            times.rampUpSeconds(),
            times.runSeconds());
  }

  private String target(Place place) {
    return switch (place) {
      case NOTHING -> "noop:";
      case SERVER -> files.server();
      case TMPFS, DISK -> "file:" + files.at(place) + "?size=" + files.sizeBytes();
    };
  }

  private String run(String plan) throws IOException, InterruptedException {
    Path text = Files.createTempFile("versus-fio", ".yaml");
    Path json = Files.createTempFile("versus-fio", ".json");
    try {
      Files.writeString(text, plan);
      call("run", text.toString(), "--json", json.toString());
      return Files.readString(json);
    } finally {
      Files.delete(text);
      Files.delete(json);
    }
  }

  private void call(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(program.toString()));
    all.addAll(List.of(words));
    Command.call(all, environment);
  }

  /** Reads a result. */
  static Sample sample(String json) throws IOException {
    JsonNode step = new ObjectMapper().readTree(json).path("steps").path(0);
    double p99Ns =
        Math.max(
            step.path("read").path("serviceTimeNs").path("p99").asDouble(),
            step.path("write").path("serviceTimeNs").path("p99").asDouble());
    return new Sample(
        step.path("total").path("iops").asDouble(),
        p99Ns,
        step.path("cpu").path("microsecondsPerOperation").asDouble());
  }

  /** Stops the agent. */
  @Override
  public void close() throws IOException {
    try {
      call("stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
