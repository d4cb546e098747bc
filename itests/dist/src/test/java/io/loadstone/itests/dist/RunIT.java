package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs from the command line, and what they leave. */
class RunIT {
  private static final String ESCAPE = "\u001b";
  private static final int FOUR_KIB = 4096;

  // RFC 4180, for fields without line ends.
  private static final Pattern FIELD =
      Pattern.compile("\\G(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))");

  @RegisterExtension static final Agent AGENT = Agent.fresh("run");

  @Test
  void runsAPlanAndKeepsAResultThatHoldsWater() throws IOException {
    Path json = AGENT.folder().resolve("result.json");
    Ended run =
        AGENT
            .loadstone(
                "run", AGENT.write("a.yaml", Plans.mixed("file:a.dat?size=8MiB")).toString(),
                "--json", json.toString())
            .expect(0);
    String id = Agent.idIn(run);
    assertThat(run.out()).contains(json.toString()).contains("results.db");
    String text = Files.readString(json);
    Result.assertValid(
        text, AGENT.loadstone("export", id, "--format", "json-schema").expect(0).out());

    JsonNode result = Result.parse(text);
    assertThat(result.path("schema").asText()).isEqualTo("io.loadstone/result/1");
    assertThat(result.path("run").path("state").asText()).isEqualTo("COMPLETED");
    assertThat(result.path("steps")).hasSize(1);
    JsonNode step = result.path("steps").path(0);
    Result.assertConsistent(step, FOUR_KIB);
    assertThat(step.path("runSeconds").asDouble()).isCloseTo(2, within(0.3));
    // A ramp-up may be longer by what is missing to the next whole second.
    assertThat(step.path("rampUpSeconds").asDouble()).isBetween(0.9, 2.2);
    double reads = step.path("read").path("operations").asDouble();
    assertThat(reads / step.path("total").path("operations").asDouble())
        .isCloseTo(0.5, within(0.1));

    // The same figures by the tool of the system, while the agent runs.
    assertThat(
            AGENT.sqlite(
                "SELECT sum(total_operations), sum(total_bytes) FROM intervals WHERE ramp_up = 0"
                    + " AND run_id = '"
                    + id
                    + "'"))
        .isEqualTo(
            step.path("total").path("operations").asLong()
                + "|"
                + step.path("total").path("bytes").asLong());
    assertThat(AGENT.sqlite("PRAGMA integrity_check")).isEqualTo("ok");
    assertThat(AGENT.loadstone("show", id).expect(0).out()).contains(id, "w");
    assertThat(AGENT.loadstone("runs").expect(0).out()).contains(id, "COMPLETED");
  }

  @Test
  void laysTheFileOutWithDataThatNothingCompresses() {
    AGENT
        .loadstone(
            "run",
            AGENT
                .write("lay.yaml", Plans.of("file:lay.dat?size=6MiB", "blockSize: 64KiB", 1, 0, 1))
                .toString())
        .expect(0);
    String file = AGENT.target("lay.dat").toString();
    assertThat(Dist.tool("stat", "-c", "%s", file).strip())
        .isEqualTo(Integer.toString(6 * 1024 * 1024));
    long allocated = Long.parseLong(Dist.tool("stat", "-c", "%b", file).strip()) * 512;
    assertThat(allocated).as("not sparse").isGreaterThanOrEqualTo(6 * 1024 * 1024);
    long squeezed =
        Long.parseLong(Dist.tool("sh", "-c", "gzip -c \"$1\" | wc -c", "-", file).strip());
    assertThat(squeezed).isGreaterThan((long) (6 * 1024 * 1024 * 0.95));
  }

  @Test
  void withoutATerminalThereIsALineForEachIntervalAndNoEscape() {
    Ended run =
        AGENT
            .loadstone(
                "run",
                AGENT.write("lines.yaml", Plans.of("noop:", "blockSize: 4KiB", 4, 1, 3)).toString())
            .expect(0);
    assertThat(run.said()).doesNotContain(ESCAPE).doesNotContain("\r");
    assertThat(shownIops(run)).as(run.toString()).isEqualTo(storedIops(Agent.idIn(run)));
  }

  @Test
  void withoutATerminalNoIntervalIsMissingAfterTheCommandLineWasHeldUp() {
    String plan =
        AGENT.write("held.yaml", Plans.of("noop:", "blockSize: 4KiB", 4, 1, 6)).toString();
    Running run = AGENT.inBackground("run", plan);
    await("an interval")
        .atMost(Agent.BOUND)
        .until(() -> run.out().lines().anyMatch(RunIT::isProgress));
    Matcher id = Pattern.compile("run (\\S+)").matcher(run.out());
    assertThat(id.find()).isTrue();
    long before = AGENT.live(id.group(1)).path("IntervalCount").asLong();
    String pid = Long.toString(run.process().pid());

    Dist.tool("kill", "-STOP", pid);
    AGENT.awaitIntervals(id.group(1), (int) before + 3);
    Dist.tool("kill", "-CONT", pid);

    Ended ended = run.await(Agent.BOUND).expect(0);
    assertThat(shownIops(ended)).as(ended.toString()).isEqualTo(storedIops(id.group(1)));
  }

  private static List<String> shownIops(Ended run) {
    return run.out()
        .lines()
        .filter(RunIT::isProgress)
        .map(line -> line.replaceFirst(".* (\\S+) IOPS.*", "$1"))
        .toList();
  }

  /** Of each interval in order, as the command line writes it. */
  private static List<String> storedIops(String id) {
    return AGENT
        .sqlite("SELECT total_iops FROM intervals WHERE run_id = '" + id + "' ORDER BY id")
        .lines()
        .map(iops -> String.format(Locale.ROOT, "%,.0f", Double.parseDouble(iops)))
        .toList();
  }

  private static boolean isProgress(String line) {
    return line.matches("\\d\\d:\\d\\d:\\d\\d .* IOPS .* MB/s .* p99 .*");
  }

  @Test
  void onATerminalThereIsABarThatIsDrawnOver() {
    String plan = AGENT.write("bar.yaml", Plans.of("noop:", "blockSize: 4KiB", 4, 0, 3)).toString();
    String line = "'" + Dist.program().resolve("bin/loadstone") + "' run '" + plan + "'";
    Ended run =
        AGENT.command(List.of("script", "-qec", line, "/dev/null")).await(Agent.BOUND).expect(0);
    assertThat(run.out()).containsAnyOf("\r", ESCAPE + "[").contains("%").contains("IOPS");
  }

  @Test
  void watchesARunThatSomebodyElseStarted() {
    String id = AGENT.detach(Plans.of("noop:", "blockSize: 4KiB", 4, 0, 4));
    Ended watch = AGENT.loadstone("watch", id).expect(0);
    assertThat(watch.out()).contains(id).contains("IOPS");
    assertThat(AGENT.result(id).path("run").path("state").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void labelsNameTargetAndSettingsOfTheCommandLineWin() {
    String plan = AGENT.write("labels.yaml", Plans.mixed("file:never.dat?size=8MiB")).toString();
    Ended run =
        AGENT
            .loadstone(
                "run",
                plan,
                "--label",
                "protocol=nfs",
                "--label",
                "spindles=16",
                "--name",
                "on the command line",
                "--target",
                "noop:",
                "--set",
                "runTime=1s",
                "--set",
                "rampUp=0s",
                "--set",
                "load.outstanding=1..4 x2")
            .expect(0);
    JsonNode result = AGENT.result(Agent.idIn(run));
    assertThat(result.path("run").path("labels").toString())
        .isEqualTo("{\"protocol\":\"nfs\",\"spindles\":\"16\"}");
    assertThat(result.path("run").path("name").asText()).isEqualTo("on the command line");
    assertThat(AGENT.target("never.dat")).doesNotExist();
    assertThat(result.path("steps").findValuesAsText("outstandingPerWorker"))
        .containsExactly("1", "2", "4");
    assertThat(result.path("saturation")).hasSize(1);
    result
        .path("steps")
        .forEach(s -> assertThat(s.path("runSeconds").asDouble()).isCloseTo(1, within(0.2)));
  }

  @Test
  void aPreviewTellsEverythingAndChangesNothing() {
    AGENT
        .loadstone(
            "run",
            AGENT.write("one.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)).toString())
        .expect(0);
    Set<String> before = Agent.inventory(AGENT.data().resolve("targets"));
    String runs = AGENT.sqlite("SELECT count(*) FROM runs");
    Ended preview =
        AGENT
            .loadstone(
                "run",
                AGENT.write("pre.yaml", Plans.mixed("file:preview.dat?size=8MiB")).toString(),
                "--preview")
            .expect(0);
    assertThat(preview.out())
        .contains("preview.dat", "layout: written", "blockSize: 4KiB", "8,388,608")
        .containsPattern("uring|sync");
    assertThat(Agent.inventory(AGENT.data().resolve("targets"))).isEqualTo(before);
    assertThat(AGENT.sqlite("SELECT count(*) FROM runs")).isEqualTo(runs);
  }

  @Test
  void profilesArePlainPlans() {
    assertThat(AGENT.loadstone("profiles").expect(0).out())
        .contains("hp-eva4400", "netapp-protocols", "crystaldiskmark", "quick");
    String quick = AGENT.loadstone("run", "quick", "--preview").expect(0).out();
    assertThat(quick).contains("64KiB", "8KiB", "256KiB", "1GiB").contains("1s").contains("3s");
    String hp = AGENT.loadstone("run", "hp-eva4400", "--preview").expect(0).out();
    assertThat(hp).contains("1..40").contains("30s");
    String netApp = AGENT.loadstone("run", "netapp-protocols", "--preview").expect(0).out();
    assertThat(netApp).contains("32", "96", "160").contains("75%");
  }

  @Test
  void quickMeasuresTheFourWorkloadsOfTheStudy() {
    Ended run =
        AGENT
            .loadstone(
                "run",
                "quick",
                "--set",
                "size=8MiB",
                "--set",
                "outstanding=4",
                "--set",
                "runTime=1s",
                "--set",
                "rampUp=0s")
            .expect(0);
    JsonNode steps = AGENT.result(Agent.idIn(run)).path("steps");
    List<String> shapes = new ArrayList<>();
    for (JsonNode step : steps) {
      JsonNode line = step.path("accessSpecification").path("lines").path(0);
      shapes.add(
          "%d bytes, %.0f %% random, %.0f %% read"
              .formatted(
                  line.path("sizeBytes").asInt(),
                  line.path("randomPercent").asDouble(),
                  line.path("readPercent").asDouble()));
      Result.assertConsistent(step, line.path("sizeBytes").asInt());
    }
    assertThat(shapes)
        .containsExactlyInAnyOrder(
            "65536 bytes, 50 % random, 50 % read",
            "8192 bytes, 100 % random, 60 % read",
            "262144 bytes, 0 % random, 80 % read",
            "8192 bytes, 0 % random, 0 % read");
  }

  @Test
  void aPlanMayBeJson() {
    String plan =
        """
        {"name": "as json", "targets": ["noop:"], "rampUp": "0s", "runTime": "1s",
         "workloads": [{"name": "w", "blockSize": "8k", "read": "100%"}], "load": {"outstanding": "1..4 x2"}}
        """;
    String preview =
        AGENT
            .loadstone("run", AGENT.write("plan.json", plan).toString(), "--preview")
            .expect(0)
            .out();
    assertThat(preview).contains("name: as json", "8KiB", "1..4 x2");
  }

  @Test
  void exportsToFilesThatOtherToolsRead() throws IOException {
    String id = AGENT.detach(Plans.mixed("file:export.dat?size=8MiB"));
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);
    JsonNode json = Result.parse(AGENT.loadstone("export", id, "--format", "json").expect(0).out());
    assertThat(json).isEqualTo(AGENT.result(id));
    JsonNode step = json.path("steps").path(0);

    Path csv = AGENT.folder().resolve("out.csv");
    AGENT.loadstone("export", id, "--format", "csv", "-o", csv.toString()).expect(0);
    assertThat(sumOf(Files.readAllLines(csv), "totalOperations"))
        .isEqualTo(step.path("total").path("operations").asLong());

    Path hlog = AGENT.folder().resolve("out.hlog");
    AGENT.loadstone("export", id, "--format", "hlog", "-o", hlog.toString()).expect(0);
    HistogramLog log = HistogramLog.read(hlog);
    for (String direction : new String[] {"read", "write"}) {
      JsonNode figures = step.path(direction).path("serviceTimeNs");
      String tag = "1-w-" + direction + "-service";
      assertThat(log.count(tag)).isEqualTo(figures.path("count").asLong());
      // Three significant digits: the same bucket.
      double p99 = figures.path("p99").asDouble();
      assertThat((double) log.percentile(tag, 99)).isCloseTo(p99, within(p99 * 0.001));
    }
    assertThat(AGENT.loadstone("export", id, "--format", "text").expect(0).out()).contains(id);
  }

  private static long sumOf(List<String> lines, String column) {
    List<String> header = fields(lines.getFirst());
    int value = header.indexOf(column);
    int rampUp = header.indexOf("rampUp");
    assertThat(value).as(column).isNotNegative();
    long sum = 0;
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = fields(line);
      assertThat(fields).hasSameSizeAs(header);
      sum += fields.get(rampUp).equals("false") ? Long.parseLong(fields.get(value)) : 0;
    }
    return sum;
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    Matcher field = FIELD.matcher(line);
    while (field.find()) {
      fields.add(field.group(1) == null ? field.group(2) : field.group(1).replace("\"\"", "\""));
    }
    return fields;
  }

  @Test
  void crystalDiskMarkRunsGiveItsReport() {
    Ended run =
        AGENT
            .loadstone(
                "run",
                "crystaldiskmark",
                "--set",
                "edition=8",
                "--set",
                "size=8MiB",
                "--set",
                "passes=1",
                "--set",
                "runTime=1s",
                "--set",
                "rampUp=0s",
                "--set",
                "pause=0s")
            .expect(0);
    String id = Agent.idIn(run);
    String report = AGENT.loadstone("export", id, "--format", "crystaldiskmark").expect(0).out();
    List<CrystalDiskMarkReader.Row> rows = CrystalDiskMarkReader.read(report);
    List<String> names = new ArrayList<>();
    for (CrystalDiskMarkReader.Row row : rows) {
      names.add(row.section() + " " + row.name());
      assertThat(row.mbPerSecond()).isPositive();
      double iops = row.mbPerSecond() * 1e6 / row.blockBytes();
      assertThat(row.iops()).isCloseTo(iops, within(Math.max(0.2, iops * 0.01)));
    }
    assertThat(names)
        .containsExactly(
            "Read SEQ 1MiB Q8 T1",
            "Read SEQ 1MiB Q1 T1",
            "Read RND 4KiB Q32 T1",
            "Read RND 4KiB Q1 T1",
            "Write SEQ 1MiB Q8 T1",
            "Write SEQ 1MiB Q1 T1",
            "Write RND 4KiB Q32 T1",
            "Write RND 4KiB Q1 T1");
  }

  @Test
  void whatIsNotOfThatKindHasNoSuchReport() {
    String id = AGENT.detach(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);
    Ended export = AGENT.loadstone("export", id, "--format", "crystaldiskmark");
    assertThat(export.saysNothingForProgrammers().status()).isNotZero();
    assertThat(export.err()).contains("crystaldiskmark");
    assertThat(AGENT.loadstone("export", id, "--format", "jsn").expect(2).err()).contains("json");
  }

  @Test
  void listsSayWhatThereIs() {
    assertThat(AGENT.loadstone("engines").expect(0).out())
        .contains("uring", "aio", "sync", "nio", "mmap", "noop")
        .contains("sqpoll=false|true: ", "setup flags in use: ");
    assertThat(AGENT.loadstone("targets").expect(0).out())
        .contains("file", "noop", AGENT.data().resolve("targets").toString());
    assertThat(AGENT.loadstone("plugins").expect(0).out())
        .contains("io.loadstone.core", "io.loadstone.engine.uring");
    AGENT.loadstone("log", "DEBUG").expect(0);
    AGENT.loadstone("log", "INFO").expect(0);
  }

  @Test
  void runsOfASaturationSweepNameTheOptimum() {
    String id =
        AGENT.detach(
            Plans.of(
                "file:sweep.dat?size=8MiB", "blockSize: 4KiB, read: 100%, random: 100%", 1, 0, 1),
            List.of("--set", "load.outstanding=1..16 x4"));
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);
    JsonNode result = AGENT.result(id);
    List<JsonNode> steps = StreamSupport.stream(result.path("steps").spliterator(), false).toList();
    assertThat(steps).hasSize(3);
    JsonNode optimum = result.path("saturation").path(0);
    JsonNode step = steps.get(optimum.path("step").asInt() - 1);
    assertThat(optimum.path("outstandingPerWorker")).isEqualTo(step.path("outstandingPerWorker"));
    assertThat(optimum.path("iops").asDouble())
        .isEqualTo(step.path("total").path("iops").asDouble());
    assertThat(optimum.path("rule").asText()).isNotBlank();
    assertThat(optimum.path("reason").asText()).isNotBlank();
  }
}
