package io.loadstone.itests.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Runs Loadstone and fio in turns and writes the ratios. */
@CommandLine.Command(
    name = "versus-fio",
    mixinStandardHelpOptions = true,
    description = {
      "Runs Loadstone and fio in turns (A B A B ...) on the same file, and prints and writes the ratios"
          + " Loadstone/fio: medians over the pairs, and their spread.",
      "All cells take about two hours with the defaults. Load goes to two files that it makes and removes,"
          + " and to an NBD server that it starts and ends.",
      "Exit status: 0 measured, 1 a tool failed, 2 bad usage."
    },
    showDefaultValues = true)
@SuppressWarnings("NullAway.Init") // picocli sets the options
final class VersusFio implements Callable<Integer> {
  @Option(names = "--places", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private Set<Place> places = EnumSet.allOf(Place.class);

  @Option(names = "--workloads", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private Set<Workload> workloads = EnumSet.allOf(Workload.class);

  @Option(names = "--engines", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private Set<Engines> engines = EnumSet.allOf(Engines.class);

  @Option(names = "--outstanding", split = ",", description = "I/Os of the one worker.")
  private List<Integer> outstanding = List.of(1, 8, 32, 128);

  @Option(names = "--pairs", description = "Turns of each tool in a cell.")
  private int pairs = 5;

  @Option(names = "--ramp-up", description = "Seconds before the figures begin.")
  private int rampUpSeconds = 1;

  @Option(names = "--run-time", description = "Seconds of figures.")
  private int runSeconds = 3;

  @Option(names = "--size", description = "Of each file, in bytes.")
  private long sizeBytes = 1L << 30;

  @Option(names = "--tmpfs", description = "A folder on tmpfs.")
  private Path tmpfs = Path.of("/dev/shm");

  @Option(names = "--disk", description = "A folder on the disk.")
  private Path disk = Path.of("target");

  @Option(names = "--port", description = "Of the agent that it starts.")
  private int port = 18778;

  @Option(names = "--fio", description = "The program.")
  private String fio = "fio";

  @Option(names = "--nbdkit", description = "The program that serves SERVER.")
  private String nbdkit = "nbdkit";

  @Option(names = "--loadstone", required = true, description = "The program.")
  private Path loadstone;

  @Option(
      names = "--output",
      description = "Where to write: this name with .csv and .md behind it.")
  private Path output = Path.of("target", "versus-fio");

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new VersusFio())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(VersusFio::failed)
            .execute(args));
  }

  private static int failed(
      Exception exception, CommandLine command, CommandLine.ParseResult parsed) {
    command.getErr().println("versus-fio: " + exception.getMessage());
    return 1;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path onTmpfs = Files.createTempDirectory(tmpfs.toAbsolutePath(), "versus-fio");
    Path onDisk =
        Files.createTempDirectory(Files.createDirectories(disk.toAbsolutePath()), "versus-fio");
    Path socket = onTmpfs.resolve("nbd.sock");
    Fio.Files files =
        new Fio.Files(
            onTmpfs.resolve("t.dat"), onDisk.resolve("t.dat"), NbdServer.uri(socket), sizeBytes);
    Times times = new Times(rampUpSeconds, runSeconds);
    try (NbdServer _ =
            places.contains(Place.SERVER) ? NbdServer.start(nbdkit, socket, sizeBytes) : null;
        Loadstone ours = Loadstone.start(loadstone, onDisk.resolve("agent"), port, files, times)) {
      for (Place place : places) {
        ours.layOut(place);
      }
      compare(ours, new Fio(fio, files, times));
    } finally {
      delete(onTmpfs);
      delete(onDisk);
    }
    return 0;
  }

  private void compare(Loadstone ours, Fio theirs) throws IOException, InterruptedException {
    List<Cell> cells = cells();
    List<Comparison> done = new ArrayList<>();
    System.out.println(cells.size() + " cells, " + pairs + " pairs each; " + theirs.version());
    for (Cell cell : cells) {
      Comparison comparison = new Comparison(cell);
      for (int pair = 0; pair < pairs; pair++) {
        Sample our = ours.measure(cell);
        comparison.add(our, theirs.measure(cell));
      }
      done.add(comparison);
      System.out.println("fio " + String.join(" ", theirs.options(cell)));
      System.out.print(RatioTable.row(comparison));
      // After each cell, so that an end on the way loses nothing.
      write(new RatioTable(done));
    }
    System.out.println();
    System.out.print(new RatioTable(done).markdown());
    System.out.println("written to " + output + ".md and " + output + ".csv");
  }

  private List<Cell> cells() {
    return Arrays.stream(Place.values())
        .filter(places::contains)
        .flatMap(
            place ->
                Engines.at(place).stream()
                    .filter(engines::contains)
                    .flatMap(
                        pair ->
                            workloads.stream()
                                .flatMap(
                                    workload ->
                                        outstanding.stream()
                                            .map(n -> new Cell(place, workload, n, pair)))))
        .toList();
  }

  private void write(RatioTable table) throws IOException {
    Files.writeString(Path.of(output + ".csv"), table.csv());
    Files.writeString(Path.of(output + ".md"), table.markdown());
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
