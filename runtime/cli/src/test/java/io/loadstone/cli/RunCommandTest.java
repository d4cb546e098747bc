package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs from the plan to the table: run, preview, watch. */
class RunCommandTest extends CommandFixture {
  @Test
  void runOfAProfileMakesItsPlanStartsItFollowsItAndPrintsItsTable() throws Exception {
    agent.onText("planOf", "name: quick").onText("startWith", "r1").onText("export", "THE TABLE\n");
    agent.on(RUN_MBEAN, live("PREPARING", 0, 0, "laying out 43 %"));
    agent.on(RUN_MBEAN, live("RUNNING", 1, 1764529200000L, ""));
    agent.on(RUN_MBEAN, live("COMPLETED", 2, 1764529201000L, ""));
    agent.on("intervals", "[" + row(1) + "]").on("intervals", "[]");

    int status =
        loadstone(
            "run",
            "quick",
            "--target",
            "/mnt/t",
            "--set",
            "a=1",
            "--set",
            "b=1,2",
            "--label",
            "x=y",
            "--name",
            "n");

    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(agent.calls())
        .startsWith(
            "planOf[\"quick\",\"file:/mnt/t\",\"a=1\\nb=1,2\"]",
            "startWith[\"name: quick\",\"\",\"\",\"n\",\"x=y\",\"profile quick\"]");
    assertThat(out.toString())
        .contains("laying out 43 %")
        .contains("3/16 exchange-db 1x4  201 IOPS  101 MB/s  mean 0.321 ms  p99 0.912 ms")
        .contains("THE TABLE")
        .contains("results: /srv/lab.db, and")
        .doesNotContain("\u001B")
        .doesNotContain("\r");
  }

  @Test
  void runOfAFileHandsItsTextOver() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "name: mine\n");
    agent.onText("startWith", "r1");

    assertThat(loadstone("run", plan.toString(), "--set", "runTime=1s", "--detach")).isZero();

    assertThat(out.toString()).isEqualTo("r1\n");
    assertThat(agent.calls())
        .containsExactly(
            "startWith[\"name: mine\\n\",\"\",\"runTime=1s\",\"\",\"\",\"" + plan + "\"]");
  }

  @Test
  void runThatFailsEndsWithOneAndSaysWhyAndStillWritesItsResult() throws Exception {
    Path json = folder.resolve("result.json");
    agent.onText("planOf", "name: quick").onText("startWith", "r1").onText("export", "TABLE");
    agent.onText("result", "{\"schema\":\"io.loadstone/result/1\"}");
    agent.on("intervals", "[]");
    agent.on(
        RUN_MBEAN, live("FAILED", 2, 1, "").replace("\"Reason\":\"\"", "\"Reason\":\"disk full\""));

    assertThat(loadstone("run", "quick", "--json", json.toString())).isEqualTo(ExitStatus.FAILED);

    assertThat(err.toString()).contains("run r1 is FAILED: disk full");
    assertThat(json).hasContent("{\"schema\":\"io.loadstone/result/1\"}");
  }

  @ParameterizedTest
  @CsvSource({"for safety, 3", "as a bad plan, 2", "for now, 1"})
  void previewOfWhatWouldBeRefusedEndsAsTheRunWould(String how, int status) {
    agent
        .onText("planOf", "name: quick")
        .onText("previewWith", "# What it would do\nREFUSED " + how + ": /mnt/t is a folder\n");

    assertThat(loadstone("run", "quick", "--preview")).isEqualTo(status);

    assertThat(out.toString()).contains("/mnt/t is a folder");
  }

  @Test
  void whatIsFarTooLargeForAPlanIsNotEvenRead() {
    assertThat(loadstone("run", "/dev/zero")).isEqualTo(ExitStatus.BAD_INPUT);

    assertThat(err.toString())
        .isEqualTo("loadstone: /dev/zero is larger than 1048576 bytes (1 MiB), so it is no plan\n");
    assertThat(agent.calls()).isEmpty();
  }

  @Test
  void previewRunsNothing() {
    agent.onText("planOf", "name: quick").onText("previewWith", "WOULD WRITE 1 GiB");

    assertThat(loadstone("run", "quick", "--preview")).isZero();

    assertThat(out.toString()).isEqualTo("WOULD WRITE 1 GiB\n");
    assertThat(agent.calls()).hasSize(2);
  }

  @Test
  void unknownProfileGetsTheNearestName() {
    assertThat(loadstone("run", "quikc")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("did you mean 'quick'?").contains("hp-eva4400");
    assertThat(agent.calls()).isEmpty();
  }

  @Test
  void missingPlanFileIsSaidWithTheFolder() {
    assertThat(loadstone("run", "no/such.yaml")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString())
        .contains("there is no file " + Path.of("no/such.yaml").toAbsolutePath());
  }

  @Test
  void pairWithoutEqualsIsBadUsage() {
    assertThat(loadstone("run", "quick", "--set", "runTime")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("--set 'runTime' must be KEY=VALUE");
  }

  @Test
  void runWhoseResultCouldNotBeWrittenIsNotEvenStarted() {
    assertThat(loadstone("run", "quick", "--json", places.data() + "/no/r.json"))
        .isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("there is no folder " + places.data() + "/no");
    assertThat(agent.calls()).isEmpty();
  }

  @Test
  void aRunOfCrystalDiskMarkIsOfferedAsItsReport() throws Exception {
    agent.onText("planOf", "name: quick").onText("startWith", "r2").onText("export", "TABLE");
    agent.on(RUN_MBEAN.replace("r1", "r2"), live("COMPLETED", 0, 0, ""));
    agent.on("intervals", "[]");

    assertThat(loadstone("run", "quick")).isZero();

    assertThat(out.toString()).contains("--format json` (or crystaldiskmark, csv, hlog, ...)");
  }

  @Test
  void terminalGetsOneRedrawnLineAndARowForEachEndedStep() throws Exception {
    StringWriter screen = new StringWriter();
    try (RedrawnLine view = new RedrawnLine(new PrintWriter(screen), 80)) {
      view.update(new ObjectMapper().readTree(live("RUNNING", 1, 1, "")));
      view.stepEnded(
          new ObjectMapper()
              .readTree(
                  "{\"step\":7,\"workload\":\"exchange-db\",\"workers\":1,\"outstandingPerWorker\":4,\"total\":{\"iops\":12345.4,\"mbPerSecond\":101.13,\"responseTimeNs\":{\"mean\":321000,\"p99\":912000}},\"verdict\":{\"state\":\"valid\"}}"));
    }
    String drawn = screen.toString().substring(0, screen.toString().indexOf("\u001B[K"));
    assertThat(drawn).startsWith("\r[#####-------]  43 % left 1:05  3/16").hasSizeLessThan(1 + 80);
    assertThat(screen.toString())
        .containsPattern(" 7  exchange-db +1x4 +12,345 +101 +0\\.321 +0\\.912 +valid\n");
  }

  @Test
  void withoutATerminalNoIntervalIsLostHoweverLongTheCommandLineWasHeldUp() throws Exception {
    agent.onText("startWith", "r1").onText("planOf", "name: quick").onText("export", "TABLE");
    agent.on(RUN_MBEAN, live("RUNNING", 1, 1764529200000L, ""));
    agent.on(RUN_MBEAN, live("RUNNING", 5, 1764529204000L, "").replace("43.2", "50.0"));
    agent.on(RUN_MBEAN, live("COMPLETED", 6, 1764529205000L, "").replace("43.2", "60.0"));
    agent.on("intervals", "[" + row(1) + "]").on("intervals", "[]");
    // More than one answer holds, and one that is over when the run is.
    agent.on("intervals", "[" + row(2) + "," + row(3) + "]");
    agent.on("intervals", "[" + row(4) + "," + row(5) + "]").on("intervals", "[]");
    agent.on("intervals", "[" + row(6) + "]").on("intervals", "[]");

    assertThat(loadstone("run", "quick")).isZero();

    List<String> lines = out.toString().lines().filter(line -> line.contains("IOPS  ")).toList();
    assertThat(lines)
        .extracting(line -> line.replaceFirst(".* (\\d+) IOPS.*", "$1"))
        .containsExactly("201", "202", "203", "204", "205", "206");
    assertThat(lines)
        .extracting(line -> line.substring("hh:mm:ss".length(), line.indexOf("left")).strip())
        .as("how far the run was when that was last heard")
        .containsExactly("43.2 %", "43.2 %", "43.2 %", "43.2 %", "50.0 %", "60.0 %");
    assertThat(agent.calls()).contains("intervals[\"r1\",\"0\"]", "intervals[\"r1\",\"3\"]");
  }

  @Test
  void watchBeginsWithTheLastInterval() throws Exception {
    agent.on(RUN_MBEAN, live("RUNNING", 5, 1764529204000L, ""));
    agent.on(RUN_MBEAN, live("COMPLETED", 5, 1764529204000L, "")).onText("export", "TABLE");
    agent.on("intervals", "[" + row(5) + "]").on("intervals", "[]");

    assertThat(loadstone("watch", "r1")).isZero();

    assertThat(out.toString()).containsOnlyOnce(" 205 IOPS");
    assertThat(agent.calls()).contains("intervals[\"r1\",\"4\"]");
  }
}
