package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest extends CommandFixture {
  @Test
  void aQuestionWhoseConnectionWasCutIsAskedAgain() throws Exception {
    agent.onText("export", "THE TABLE").cutting(2);

    assertThat(loadstone("show", "r1")).isZero();

    assertThat(out.toString()).contains("THE TABLE");
    assertThat(agent.calls())
        .containsExactly("runs[]", "runs[]", "runs[]", "export[\"r1\",\"text\"]");
  }

  @Test
  void anOrderWhoseConnectionWasCutIsNotGivenTwice() throws Exception {
    agent.onText("resetPassword", "new").cutting(1);

    assertThat(loadstone("password")).isEqualTo(ExitStatus.NO_AGENT);

    assertThat(err.toString()).contains("does not answer at");
    assertThat(agent.calls()).hasSize(1);
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
}
