package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Start, status, stop, and what stands in their way. */
class LifecycleIT {
  private static final Duration START_BOUND = Duration.ofSeconds(20);
  private static final long IDLE_KIB = 140 * 1024;

  @Test
  void startsAnswersIsSmallAndStops() throws IOException {
    try (Agent agent = Agent.fresh("life")) {
      Ended start = agent.start();
      System.out.println("start to first answer: " + start.took().toMillis() + " ms");
      assertThat(start.took()).isLessThan(START_BOUND);

      Ended status = agent.loadstone("status").expect(0);
      long pid = agent.pid();
      assertThat(status.out())
          .contains(Long.toString(pid), agent.endpoint().property("url"), agent.data().toString());
      assertThat(ProcessHandle.of(pid)).isPresent();

      long residentKib = residentKib(pid);
      System.out.println("resident when idle: " + residentKib / 1024 + " MiB");
      assertThat(residentKib).isLessThan(IDLE_KIB);

      Ended second = agent.loadstone("start", "--port", "0").expect(3);
      assertThat(second.err()).contains(Long.toString(pid)).contains(agent.data().toString());
      assertThat(agent.pid()).as("the first one goes on").isEqualTo(pid);

      agent.loadstone("stop").expect(0);
      await("end of its process")
          .atMost(START_BOUND)
          .until(() -> ProcessHandle.of(pid).filter(Agent::lives).isEmpty());
      assertThat(agent.data().resolve("control").resolve("endpoint")).doesNotExist();
      assertThat(agent.loadstone("status").expect(4).said()).containsIgnoringCase("no agent");
    }
  }

  private static long residentKib(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status", "runs", "show x", "watch x", "stop-run x", "abort x", "export x --format json",
        "profiles", "engines", "targets", "plugins", "log DEBUG", "password", "stop"
      })
  void commandsSayThatThereIsNoAgent(String command) {
    try (Agent agent = Agent.fresh("nobody home")) {
      Ended ended = agent.loadstone(command.split(" ")).expect(4);
      assertThat(ended.said()).containsIgnoringCase("no agent").contains(agent.data().toString());
      assertThat(agent.data()).as("nothing is made by asking").doesNotExist();
    }
  }

  @Test
  void theDoorIsLockedAndTheKeyIsTheUsersAlone() throws IOException {
    try (Agent agent = Agent.fresh("key")) {
      agent.start();
      Path control = agent.data().resolve("control");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(control)))
          .isEqualTo("rwx------");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(control.resolve("endpoint"))))
          .isEqualTo("rw-------");
      String request = "{\"type\":\"read\",\"mbean\":\"io.loadstone:type=Agent\"}";
      Endpoint endpoint = agent.endpoint();
      String user = endpoint.property("user");
      String token = endpoint.property("token");
      assertThat(endpoint.post(request, user, token).statusCode()).isEqualTo(200);
      assertThat(endpoint.post(request, null, null).statusCode()).isEqualTo(401);
      assertThat(endpoint.post(request, user, token + "x").statusCode()).isEqualTo(401);

      String password = agent.loadstone("password").expect(0).out().strip();
      password = password.substring(password.lastIndexOf(' ') + 1);
      assertThat(password.length()).isGreaterThanOrEqualTo(12);
      assertThat(endpoint.post(request, "admin", password).statusCode()).isEqualTo(200);
      assertThat(agent.logged()).doesNotContain(password).doesNotContain(token);
      assertThat(everythingIn(agent.data())).as("kept as a hash").doesNotContain(password);
    }
  }

  private static String everythingIn(Path folder) {
    return Dist.tool(
        "sh", "-c", "find \"$1\" -type f -exec cat {} + | strings -n 6", "-", folder.toString());
  }

  @Test
  void aBusyPortIsNamedAndNothingIsLeft() throws IOException {
    try (Agent agent = Agent.fresh("busy port");
        ServerSocket other =
            new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      String port = Integer.toString(other.getLocalPort());
      Ended start = agent.loadstone("start", "--port", port).expect(4);
      assertThat(start.said()).contains(port).containsIgnoringCase("in use").contains("--port");
      // Nothing of it is left: neither a process nor the lock on the data folder.
      agent.loadstone("status").expect(4);
      agent.start();
    }
  }

  @Test
  void aTerminatedAgentInTheForegroundEndsInOrder() {
    try (Agent agent = Agent.fresh("foreground");
        Running start = agent.inBackground("start", "--foreground", "--port", "0")) {
      await("the endpoint").atMost(START_BOUND).until(() -> agent.process().isPresent());
      agent.loadstone("status").expect(0);
      start.process().destroy();
      Ended ended = start.await(Agent.BOUND).saysNothingForProgrammers();
      assertThat(ended.status()).as(ended.toString()).isIn(0, 128 + 15);
      assertThat(agent.data().resolve("control").resolve("endpoint")).doesNotExist();
      agent.loadstone("status").expect(4);
    }
  }

  @Test
  void aPipeIsNotHeldOpenByTheAgent() {
    try (Agent agent = Agent.fresh("pipe")) {
      String program = Dist.program().resolve("bin/loadstone").toString();
      agent
          .command(List.of("sh", "-c", "\"$1\" start --port 0 2>&1 | cat", "-", program))
          .await(Agent.BOUND)
          .expect(0);
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void aDamagedResultFileIsSetAsideAndKept() throws IOException {
    try (Agent agent = Agent.fresh("damaged results")) {
      agent.start();
      agent
          .loadstone(
              "run",
              agent.write("p.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)).toString())
          .expect(0);
      agent.loadstone("stop").expect(0);
      byte[] garbage = new byte[64 * 1024];
      new Random(1).nextBytes(garbage);
      Path file = agent.data().resolve("results.db");
      Files.write(file, garbage);

      agent.start();
      Ended run = agent.loadstone("run", agent.folder().resolve("p.yaml").toString()).expect(0);
      assertThat(agent.sqlite("SELECT count(*) FROM runs WHERE id = '" + Agent.idIn(run) + "'"))
          .isEqualTo("1");
      try (Stream<Path> files = Files.list(agent.data())) {
        assertThat(files)
            .filteredOn(f -> f.getFileName().toString().startsWith("results.db.damaged-"))
            .singleElement()
            .satisfies(f -> assertThat(f).hasBinaryContent(garbage));
      }
      assertThat(agent.logged()).contains("results.db was damaged");
    }
  }

  @Test
  void aDataFolderThatIsAFileIsNamed() {
    try (Agent agent = Agent.fresh("data is a file")) {
      agent.write("data", "not a folder\n");
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.said()).contains(agent.data().toString()).contains("LOADSTONE_DATA");
      assertThat(agent.data()).hasContent("not a folder");
    }
  }

  @Test
  void aDataFolderOfSomebodyElseIsNamed() throws IOException {
    assumeTrue(Dist.root(), "only root can make a folder of somebody else");
    try (Agent agent = Agent.fresh("foreign data")) {
      Files.createDirectory(
          agent.data(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.said()).contains(agent.data().toString()).contains("LOADSTONE_DATA");
    }
  }

  @Test
  void damagedControlFilesDoNotKeepItFromStarting() throws IOException {
    try (Agent agent = Agent.fresh("damaged control")) {
      agent.start();
      agent.loadstone("stop").expect(0);
      try (Stream<Path> files = Files.list(agent.data().resolve("control"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.write(file, new byte[] {0, 1, 2, (byte) 0xff});
        }
      }
      agent.loadstone("status").expect(4);
      agent.start();
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void aWrongSettingIsNamedWithItsFileAndValue() {
    try (Agent agent = Agent.fresh("wrong setting")) {
      agent.configure(
          "io.loadstone.http.cfg", "host=127.0.0.1", "port=often", "dataFolder=${loadstone.data}");
      Ended start = agent.loadstone("start").expect(4);
      assertThat(start.said())
          .contains("io.loadstone.http", "port", "often")
          .contains(agent.logs().toString());
    }
  }

  @Test
  void aResultFileThatCannotBeOpenedFailsTheStartAlthoughTheAgentAnswers() throws IOException {
    try (Agent agent = Agent.fresh("no results")) {
      Path file = Files.createDirectories(agent.folder().resolve("results.db"));
      Dist.give(file);
      agent.configure("io.loadstone.store.cfg", "file=" + file);
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.err()).contains("Results can't be kept", file + " is no regular file");
      assertThat(agent.loadstone("plugins").expect(0).out()).contains("Results can't be kept");
      // Where it lies in the way, it can be taken away without another start.
      Files.delete(file);
      Path plan = agent.write("p.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      agent.loadstone("run", plan.toString()).expect(0);
    }
  }

  @Test
  void aKeyThatNothingReadsIsToldWithTheNearestOneAndTheAgentGoesOn() {
    try (Agent agent = Agent.fresh("misspelt key")) {
      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurentRuns=2");
      Ended start = agent.start();
      String sentence =
          "io.loadstone.runs.cfg: nothing reads the key \"concurentRuns\" (did you mean"
              + " \"concurrentRuns\"?)";
      assertThat(start.said()).contains(sentence);
      assertThat(agent.loadstone("status").expect(0).out()).contains(sentence);
      assertThat(agent.logged()).contains(sentence);

      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurrentRuns=2");
      await("health")
          .atMost(Agent.BOUND)
          .until(() -> agent.loadstone("status").out().contains("health    ok"));
    }
  }

  @Test
  void aFileThatNothingReadsIsToldWithTheNearestNameAndTheAgentGoesOn() throws IOException {
    try (Agent agent = Agent.fresh("misnamed file")) {
      agent.configure("io.loadstone.run.cfg", "concurrentRuns=2");
      Ended start = agent.start();
      String sentence =
          "io.loadstone.run.cfg: nothing reads a file of this name (did you mean"
              + " io.loadstone.runs.cfg?)";
      assertThat(start.said()).contains(sentence);
      assertThat(agent.loadstone("status").expect(0).out()).contains(sentence);
      assertThat(agent.logged()).contains(sentence);

      Files.delete(agent.config().resolve("io.loadstone.run.cfg"));
      await("health")
          .atMost(Agent.BOUND)
          .until(() -> agent.loadstone("status").out().contains("health    ok"));
    }
  }

  @Test
  void aLineThatIsLeftOutHasItsDocumentedDefault() {
    try (Agent agent = Agent.fresh("short configuration")) {
      agent.configure("io.loadstone.targets.cfg", "allowedFolders=/nowhere");
      agent.configure("io.loadstone.store.cfg", "# nothing");
      agent.start();

      assertThat(agent.loadstone("status").expect(0).out()).contains("health    ok");
      assertThat(agent.loadstone("targets").expect(0).out())
          .contains(agent.data().resolve("targets").toString());
      assertThat(agent.data().resolve("results.db")).exists();
    }
  }

  @Test
  void aPlugInNamedLikeAPartOfTheProgramDoesNotReplaceIt() throws IOException {
    try (Agent agent = Agent.fresh("impostor")) {
      agent.start();
      String row =
          agent
              .loadstone("plugins")
              .expect(0)
              .out()
              .lines()
              .filter(line -> line.contains("io.loadstone.engine.noop "))
              .findFirst()
              .orElseThrow();
      String version = row.strip().split("\\s+", -1)[1];
      Files.createDirectories(agent.plugins());
      Path jar = agent.folder().resolve("impostor.jar");
      BrokenBundle.write(jar, "io.loadstone.engine.noop", version);
      Path dropped = agent.plugins().resolve("impostor.jar");
      Files.move(jar, dropped);
      Dist.give(dropped);
      await("the refusal")
          .atMost(Agent.BOUND)
          .until(() -> agent.loadstone("status").out().contains("part of the program"));
      assertThat(agent.loadstone("plugins").expect(0).out())
          .contains(dropped.toString())
          .contains("io.loadstone.engine.noop " + version + ", which is part of the program");
      Path plan = agent.write("p.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      agent.loadstone("run", plan.toString()).expect(0);

      // Nor is it taken if it is there from the beginning.
      agent.loadstone("stop").expect(0);
      Ended start = agent.start();
      assertThat(start.said()).contains("part of the program");
      agent.loadstone("run", plan.toString()).expect(0);
    }
  }

  @Test
  void norDoesOneOfAnotherVersion() throws IOException {
    try (Agent agent = Agent.fresh("impostor of another version")) {
      agent.start();
      Files.createDirectories(agent.plugins());
      Path jar = agent.folder().resolve("impostor.jar");
      // Nothing is missing for it: without the guard it would be active.
      BrokenBundle.write(jar, "io.loadstone.engine.noop", "99.0.0", "org.osgi.framework");
      Path dropped = agent.plugins().resolve("impostor.jar");
      Files.move(jar, dropped);
      Dist.give(dropped);
      await("the refusal")
          .atMost(Agent.BOUND)
          .until(() -> agent.loadstone("status").out().contains("part of the program"));
      assertThat(agent.loadstone("plugins").expect(0).out().lines())
          .anyMatch(
              row ->
                  row.matches(
                      "\\s*io.loadstone.engine.noop\\s+99.0.0\\s+installed\\s.*part of the program.*"))
          .anyMatch(row -> row.matches("\\s*io.loadstone.engine.noop\\s+(?!99).*active.*"));
      assertThat(agent.logged())
          .contains("The plug-in " + dropped + " is refused: its Bundle-SymbolicName is that of");
      Path plan = agent.write("p.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      agent.loadstone("run", plan.toString()).expect(0);

      // Nor is it taken if it is there from the beginning, and the program is well.
      agent.loadstone("stop").expect(0);
      assertThat(agent.start().said()).contains("part of the program");
      agent.loadstone("run", plan.toString()).expect(0);
    }
  }

  @Test
  void aBrokenPlugInIsShownWithItsCauseAndDisturbsNothing() throws IOException {
    try (Agent agent = Agent.fresh("broken plug-in")) {
      Path jar = agent.plugins().resolve("broken.jar");
      Files.createDirectories(agent.plugins());
      Dist.give(agent.plugins());
      BrokenBundle.write(jar);
      Dist.give(jar);
      Ended start = agent.start();
      assertThat(start.said()).contains("it.broken").contains("no.such.package");
      assertThat(agent.loadstone("plugins").expect(0).out())
          .contains("it.broken", "no.such.package");
      assertThat(agent.loadstone("status").expect(0).said()).contains("it.broken");
      Path plan = agent.write("p.yaml", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      agent.loadstone("run", plan.toString()).expect(0);
    }
  }
}
