package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Start, status, stop, and who may speak with it. */
class LifecycleIT {
  @Test
  void startsAnswersAndStops() throws IOException {
    try (Agent agent = Agent.fresh("life").asShipped()) {
      Ended start = agent.start();
      System.out.println("start to first answer: " + start.took().toMillis() + " ms");

      Ended status = agent.loadstone("status").expect(0);
      long pid = agent.pid();
      assertThat(status.out())
          .contains(Long.toString(pid), agent.endpoint().property("url"), agent.data().toString());
      assertThat(ProcessHandle.of(pid)).isPresent();

      Ended second = agent.loadstone("start", "--port", "0").expect(3);
      assertThat(second.err()).contains(Long.toString(pid)).contains(agent.data().toString());
      assertThat(agent.pid()).as("the first one goes on").isEqualTo(pid);

      agent.loadstone("stop").expect(0);
      await("end of its process")
          .atMost(Agent.BOUND)
          .until(() -> ProcessHandle.of(pid).filter(Agent::lives).isEmpty());
      assertThat(agent.data().resolve("control").resolve("endpoint")).doesNotExist();
      assertThat(agent.loadstone("status").expect(4).said()).containsIgnoringCase("no agent");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "export x --format json", "stop"})
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
      await("the endpoint").atMost(Agent.BOUND).until(() -> agent.process().isPresent());
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
}
