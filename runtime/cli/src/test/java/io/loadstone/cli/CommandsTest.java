package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CommandsTest {
  private static final String PROFILES =
      "[{\"name\":\"quick\",\"description\":\"short\",\"settings\":[\"runTime=3s: of a step\"]},{\"name\":\"hp-eva4400\"}]";
  private static final String RUN_MBEAN = "io.loadstone:type=Run,id=\"r1\"";

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Places places;
  private FakeAgent agent;

  @BeforeEach
  void startAFakeAgent() throws Exception {
    places = new Places(folder, folder.resolve("c"), folder.resolve("d"), folder.resolve("l"));
    agent = new FakeAgent(places);
    agent.on(
        "runs",
        "[{\"id\":\"r2\",\"endedAt\":\"\",\"labels\":\"edition=8; profile=crystaldiskmark\"},{\"id\":\"r1\",\"endedAt\":\"\"}]");
    agent.on("Profiles", PROFILES).on("ResultFile", "\"/srv/lab.db\"");
  }

  @AfterEach
  void stopIt() {
    agent.close();
  }

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
  void statusSaysWhichRunsAreGoingOnOrThatNoneIs() throws Exception {
    agent.on("io.loadstone:type=Agent", "{\"Health\":\"OK\"}");
    agent.on("runs", "[{\"id\":\"r0\",\"endedAt\":\"2026-11-30T00:00:00Z\"}]");
    assertThat(loadstone("status")).isZero();
    assertThat(out.toString()).contains("r2", "r1").doesNotContain("no run is going on");

    out.getBuffer().setLength(0);
    assertThat(loadstone("status")).isZero();
    assertThat(out.toString().lines()).contains("run       no run is going on");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "runs", "stop", "engines"})
  void anAgentThatWasHaltedIsSaidToBeWithTheCure(String command) throws Exception {
    agent.halt();
    // The kernel stops a process when that runs next.
    Path stat = Path.of("/proc/" + agent.pid() + "/stat");
    while (!Files.readString(stat).contains(") T ")) {
      Thread.onSpinWait();
    }

    assertThat(loadstone(command)).isEqualTo(ExitStatus.NO_AGENT);

    assertThat(err.toString())
        .isEqualTo(
            "loadstone: the agent with pid %d is stopped (SIGSTOP, or a debugger) and does nothing; `kill -CONT %d` lets it go on\n"
                .formatted(agent.pid(), agent.pid()));
    assertThat(agent.calls()).isEmpty();
  }

  @Test
  void anAgentThatGivesNoSignOfLifeIsNamedWithTheCure() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/jolokia/");
      AgentClient client =
          new AgentClient(
              new Endpoint(url, "local", "t", true), agent.pid(), Duration.ofSeconds(1));

      assertThatThrownBy(client::alive)
          .isInstanceOf(CommandFailedException.class)
          .hasMessage(
              "the agent with pid %d does not answer at %s: it took longer than 1 s; it hangs, or its machine is too busy; `kill -9 %d` ends it, and its run is marked as interrupted at the next start",
              agent.pid(), url, agent.pid());
    }
  }

  @Test
  void targetsAreListedWithWhatIsHereOfEach() throws Exception {
    agent.on(
        "Targets",
        "[{\"name\":\"block\",\"available\":true,\"description\":\"A device\"},"
            + "{\"name\":\"noop\",\"available\":true,\"description\":\"Nothing\"}]");
    agent.on("Listing", "[\"block:/dev/sda: 4 TB disk; not allowed\"]").on("Listing", "[]");

    assertThat(loadstone("targets")).isZero();

    assertThat(out.toString())
        .contains("noop   yes        Nothing\n")
        .endsWith("block:\n    block:/dev/sda: 4 TB disk; not allowed\n");
  }

  @Test
  void setHandsItsChangesOverAndSaysThemAgain() throws Exception {
    agent.on(RUN_MBEAN, live("RUNNING", 1, 1764529200000L, "")).onText("change", "");

    assertThat(loadstone("set", "r1", "rate=8000/s", "read=70%")).isZero();

    assertThat(agent.calls()).contains("change[\"rate=8000/s\\nread=70%\"]");
    assertThat(out.toString()).isEqualTo("run r1 goes on with rate=8000/s, read=70%\n");
  }

  @Test
  void setSaysWhatTheAgentHasAgainstIt() throws Exception {
    agent
        .on(RUN_MBEAN, live("RUNNING", 1, 1764529200000L, ""))
        .failing("change", "java.lang.IllegalArgumentException", "There is no set point \"x\".");

    assertThat(loadstone("set", "r1", "x=1")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(loadstone("set", "r1", "rate")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(loadstone("set", "r2", "rate=1")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(loadstone("set", "r1")).isEqualTo(ExitStatus.BAD_INPUT);

    assertThat(err.toString())
        .contains("There is no set point \"x\".")
        .contains("set 'rate' must be KEY=VALUE")
        .contains("run 'r2' is unknown or ended long ago");
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
  void helpOfEveryCommandComesForTheAskingWhateverElseIsMissing() {
    for (String[] words :
        new String[][] {{"--help"}, {"-h"}, {"run", "--help"}, {"export", "-h"}}) {
      assertThat(loadstone(words)).isZero();
    }
    assertThat(out.toString()).contains("Exit status:", "PLAN|PROFILE", "--format");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aResultThatCannotBeWrittenSaysWhyInWords() throws Exception {
    agent.onText("export", "a,b");

    assertThat(loadstone("export", "r1", "--format", "csv", "-o", folder + "/none/x.csv"))
        .isEqualTo(ExitStatus.BAD_INPUT);

    assertThat(err.toString())
        .isEqualTo(
            "loadstone: %s/none/x.csv can't be written: there is no folder %s/none\n"
                .formatted(folder, folder));
  }

  @ParameterizedTest
  @CsvSource({
    "'', a blank is no name of a file",
    "/, / is a folder; name a file in it",
    "/proc/x, /proc/x can't be written: no file can be made in /proc"
  })
  void aFileThatCannotBeMadeIsBadUsageBeforeAnythingIsAsked(String file, String said) {
    assertThat(loadstone("export", "r1", "--format", "csv", "-o", file))
        .isEqualTo(ExitStatus.BAD_INPUT);

    assertThat(err.toString()).isEqualTo("loadstone: " + said + "\n");
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
  void refusalsOfTheAgentBecomeExitStatusesAndPlainSentences() {
    agent.failing("stop", "java.lang.IllegalArgumentException", "there is no run 'r1'");
    agent.failing("abort", "java.lang.SecurityException", "not yours");
    agent.failing("resetPassword", "java.lang.IllegalStateException", "the disk is full");

    assertThat(loadstone("stop-run", "r1")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(loadstone("abort", "r1")).isEqualTo(ExitStatus.REFUSED);
    assertThat(loadstone("password")).isEqualTo(ExitStatus.FAILED);
    assertThat(err.toString())
        .isEqualTo(
            "loadstone: there is no run 'r1'\nloadstone: not yours\nloadstone: the disk is full\n");
  }

  @Test
  void doesNotClaimToStopWhatHasEnded() throws Exception {
    agent.on("stop", "null").on("abort", "null");

    loadstone("stop-run", "r1");
    agent.on(
        "runs", "[{\"id\":\"r1\",\"state\":\"COMPLETED\",\"endedAt\":\"2026-11-30T20:29:29Z\"}]");
    loadstone("abort", "r1");
    loadstone("abort", "r1");

    assertThat(out.toString())
        .startsWith("run r1 is stopping\n")
        .endsWith("run r1 has ended: COMPLETED\n");
  }

  @Test
  void runWhoseResultCouldNotBeWrittenIsNotEvenStarted() {
    assertThat(loadstone("run", "quick", "--json", places.data() + "/no/r.json"))
        .isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("there is no folder " + places.data() + "/no");
    assertThat(agent.calls()).isEmpty();
  }

  @Test
  void lastAndTheBeginningOfAnIdNameARun() {
    agent.onText("export", "x");

    loadstone("show", "last");
    loadstone("show", "r1");
    assertThat(loadstone("show", "r")).isEqualTo(ExitStatus.BAD_INPUT);

    assertThat(agent.calls()).contains("export[\"r2\",\"text\"]", "export[\"r1\",\"text\"]");
    assertThat(err.toString()).contains("'r' begins the ids of 2 runs: r2, r1");
  }

  @Test
  void exportWritesTheFileAsAWhole() {
    agent.onText("export", "a,b\n1,2\n");
    Path file = folder.resolve("out.csv");

    assertThat(loadstone("export", "r1", "--format", "csv", "-o", file.toString())).isZero();

    assertThat(file).hasContent("a,b\n1,2\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void secondStartIsRefusedAndNamesThePid() throws Exception {
    assertThat(loadstone("start")).isEqualTo(ExitStatus.REFUSED);
    assertThat(err.toString())
        .contains("pid " + Files.readString(places.lockFile()).strip())
        .contains(places.data().toString());
  }

  @ParameterizedTest
  @CsvSource({"running, 0", "impaired, 4"})
  void startOfAnAgentWhoseOwnPartIsDownEndsWithFour(String state, int status) throws Exception {
    agent.close();
    Files.createDirectories(places.program().getParent());
    Files.writeString(
        places.program(),
        """
        #!/bin/sh
        printf 'state=%s\npid=%%s\nproblem=it is ill\n' $$ > '%s'
        while [ -e '%s' ]; do sleep 0.1; done # until the test's folder is gone
        """
            .formatted(state, places.startFile(), places.startFile()));
    assertThat(places.program().toFile().setExecutable(true)).isTrue();

    assertThat(loadstone("start")).isEqualTo(status);

    assertThat(err.toString()).contains("the agent is up").contains("but it is ill");
  }

  @Test
  void endpointFileOfAKilledAgentIsNoAgent() {
    agent.close(); // as kill -9 would: the endpoint file stays

    assertThat(places.endpointFile()).exists();
    assertThat(loadstone("status")).isEqualTo(ExitStatus.NO_AGENT);
    assertThat(err.toString()).contains("no agent runs").contains("loadstone start");
  }

  @Test
  void logSetsTheLevelOfOurOwnLoggersUnlessAnotherIsNamed() {
    agent.onText("setLevel", "").onText("level", "DEBUG").onText("level", "WARN");

    assertThat(loadstone("log", "debug")).isZero();
    assertThat(loadstone("log", "WARN", "ROOT")).isZero();

    assertThat(agent.calls())
        .contains("setLevel[\"io.loadstone\",\"debug\"]", "setLevel[\"ROOT\",\"WARN\"]");
    assertThat(out.toString())
        .contains(
            "io.loadstone logs at DEBUG until the next start; `loadstone log '' io.loadstone`")
        .contains("ROOT logs at WARN");
  }

  @Test
  void logWithAnEmptyLevelSaysWhatTheLoggerInherits() {
    agent.onText("setLevel", "").onText("level", "INFO");

    assertThat(loadstone("log", "", "io.loadstone.core")).isZero();

    assertThat(agent.calls()).contains("setLevel[\"io.loadstone.core\",\"\"]");
    assertThat(out.toString())
        .isEqualTo("io.loadstone.core inherits its level again, at present INFO\n");
  }

  @Test
  void logWithoutArgumentsShowsTheLevels() throws Exception {
    agent.on("Levels", "{\"ROOT\":\"WARN\",\"io.loadstone\":\"INFO\"}");

    assertThat(loadstone("log")).isZero();

    assertThat(out.toString())
        .isEqualTo("LOGGER        LEVEL\nROOT          WARN\nio.loadstone  INFO\n");
  }

  @Test
  void passwordAloneIsOnStandardOutput() {
    agent.onText("resetPassword", "s3cret");

    assertThat(loadstone("password")).isZero();

    assertThat(out.toString()).isEqualTo("s3cret\n");
    assertThat(err.toString()).contains("user admin").contains("the old one is void");
  }

  @Test
  void enginesWithoutDetailsAreNamedAsSuch() throws Exception {
    agent.on(
        "Engines",
        "[{\"name\":\"mmap\",\"available\":true,\"details\":[\"advice=random: how\"]},"
            + "{\"name\":\"nbd\",\"available\":true,\"details\":[]},"
            + "{\"name\":\"noop\",\"available\":true,\"details\":[]}]");

    assertThat(loadstone("engines")).isZero();

    assertThat(out.toString())
        .contains("mmap:\n    advice=random: how\n")
        .endsWith("without options: nbd, noop\n");
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
  void unknownCommandSuggestsOneAndUnknownOptionPointsToTheHelp() {
    assertThat(loadstone("satus")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("status");
    assertThat(loadstone("runs", "--nope")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("`loadstone help runs` explains it");
    assertThat(loadstone("bananas")).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(err.toString()).contains("there is no command 'bananas'");
  }

  @Test
  void optionsForHelpAndVersionWorkAsEverywhere() {
    assertThat(loadstone("--help")).isZero();
    assertThat(loadstone("run", "-h")).isZero();
    assertThat(loadstone("--version")).isZero();
    assertThat(out.toString())
        .contains("Exit status:", "Usage: loadstone run", "loadstone unpackaged, Java")
        .doesNotContain("--help");
  }

  @Test
  void helpNamesEveryCommandOfTheIssueAndTheExitStatuses() {
    assertThat(loadstone("help")).isZero();
    assertThat(out.toString())
        .contains("run ", "runs ", "show ", "watch ", "stop-run ", "abort ", "export ", "profiles ")
        .contains("engines ", "targets ", "plugins ", "log ", "start ", "stop ", "status ")
        .contains("loadstone run quick", "refused for safety", "LOADSTONE_DATA");
  }

  @Test
  void completionIsAScriptThatKnowsTheCommands() {
    assertThat(loadstone("completion")).isZero();
    assertThat(out.toString()).startsWith("#!/usr/bin/env bash").contains("stop-run");
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

  private static String row(int number) {
    return ("{\"number\":%d,\"step\":3,\"workload\":\"exchange-db\",\"workers\":1,\"outstandingPerWorker\":4,"
            + "\"rampUp\":false,\"startEpochMs\":%d,\"lengthNs\":1000000000,\"iops\":%d.4,\"mbPerSecond\":101.13,"
            + "\"responseTimeMeanNs\":321000.0,\"responseTimeP99Ns\":912000}")
        .formatted(number, 1764529199000L + number * 1_000L, 200 + number);
  }

  private static String live(String state, int intervals, long epochMs, String activity) {
    return ("{\"State\":\"%s\",\"Reason\":\"\",\"Activity\":\"%s\",\"Step\":3,\"Steps\":16,\"Workload\":\"exchange-db\","
            + "\"Workers\":1,\"OutstandingPerWorker\":4,\"IntervalEpochMs\":%d,\"IntervalCount\":%d,\"Iops\":12345.4,"
            + "\"MbPerSecond\":101.13,\"ResponseTimeMeanNs\":321000.0,\"ResponseTimeP99Ns\":912000,\"PercentDone\":43.2,\"SecondsLeft\":64.9}")
        .formatted(state, activity, epochMs, intervals);
  }

  private int loadstone(String... arguments) {
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new PrintWriter(err);
    Session session = new Session(places, outWriter, errWriter, new Screen(false, 100));
    int status = Main.commandLine(session).execute(arguments);
    outWriter.flush();
    errWriter.flush();
    return status;
  }
}
