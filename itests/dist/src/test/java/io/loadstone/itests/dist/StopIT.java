package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end before their time keep what they measured, and leave nothing locked. */
class StopIT {
  private static final Duration SOON = Duration.ofSeconds(8);

  @RegisterExtension static final Agent AGENT = Agent.fresh("stop");

  @BeforeEach
  void anAgentIsThere() {
    if (AGENT.process().isEmpty()) {
      AGENT.start();
    }
  }

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop-run", "abort"})
  void endsARunSoonWithItsResults(String command) {
    String id = AGENT.detach(Plans.endless("file:" + command + ".dat?size=8MiB"));
    AGENT.awaitIntervals(id, 3);
    AGENT.loadstone(command, id).expect(0);
    AGENT.awaitState(id, "STOPPED", SOON);
    assertKept(AGENT.result(id), "STOPPED");
    AGENT.loadstone(command, id).saysNothingForProgrammers();
    // The target is free again.
    AGENT.completed(Plans.of("file:" + command + ".dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1));
  }

  @Test
  void endsALayoutSoon() {
    assumeTrue(
        AGENT.data().toFile().getUsableSpace() > 3L << 30,
        "a layout that takes a while needs 3 GiB of free space");
    // Fast storage writes 2 GiB within the time that a command takes.
    Endpoint endpoint = AGENT.endpoint();
    String id = endpoint.exec("start", Plans.endless("file:large.dat?size=2GiB"));
    await("the layout")
        .atMost(Agent.BOUND)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> AGENT.live(id).path("State").asText().equals("PREPARING"));
    endpoint.exec("abort", id);
    AGENT.awaitState(id, "STOPPED", SOON);
    assertThat(AGENT.result(id).path("steps")).isEmpty();
    // What is half laid out is laid out anew, smaller, and not mistaken for a whole file.
    AGENT.completed(Plans.of("file:large.dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1));
    assertThat(Dist.tool("stat", "-c", "%s", AGENT.target("large.dat").toString()).strip())
        .isEqualTo(Integer.toString(8 << 20));
  }

  // B121
  @Test
  void ctrlCStopsTheRunAndShowsWhatItDid() {
    Path plan = AGENT.write("interrupted.yaml", Plans.endless("file:interrupted.dat?size=8MiB"));
    // Whoever starts the tests in the background of a script has the signal ignored.
    List<String> command =
        List.of(
            "env",
            "--default-signal=INT",
            Dist.program().resolve("bin/loadstone").toString(),
            "run",
            plan.toString());
    try (Running run = AGENT.command(command)) {
      await("intervals").atMost(Agent.BOUND).until(() -> run.out().contains("IOPS"));
      Dist.tool("kill", "-INT", Long.toString(run.process().pid()));
      Ended ended = run.await(Agent.BOUND).expect(1);
      assertThat(ended.out()).contains("STOPPED");
      assertKept(AGENT.result(Agent.idIn(ended)), "STOPPED");
    }
  }

  @Test
  void theNextRunWaitsForTheFirst() {
    String first = AGENT.detach(Plans.endless("file:first.dat?size=8MiB"));
    AGENT.awaitIntervals(first, 1);
    String second = AGENT.detach(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    assertThat(AGENT.live(second).path("State").asText()).isEqualTo("QUEUED");
    AGENT.loadstone("stop-run", first).expect(0);
    AGENT.awaitState(second, "COMPLETED", SOON.plusSeconds(5));
  }

  @Test
  void aTerminatedAgentEndsItsRunsAsStoppedWithTheirResults() {
    String id = AGENT.detach(Plans.endless("file:sigterm.dat?size=8MiB"));
    AGENT.awaitIntervals(id, 3);
    ProcessHandle process = AGENT.process().orElseThrow();
    process.destroy();
    await("end of the agent").atMost(Agent.BOUND).until(() -> !Agent.lives(process));
    assertThat(AGENT.sqlite("SELECT state FROM runs WHERE id = '" + id + "'")).isEqualTo("STOPPED");
    AGENT.start();
    assertKept(AGENT.result(id), "STOPPED");
  }

  @Test
  void stoppingTheAgentEndsItsRunsAsStopped() {
    String id = AGENT.detach(Plans.endless("file:stopped.dat?size=8MiB"));
    AGENT.awaitIntervals(id, 2);
    AGENT.loadstone("stop").expect(0);
    assertThat(AGENT.process()).isEmpty();
    AGENT.start();
    assertKept(AGENT.result(id), "STOPPED");
  }

  // B119, B197
  @Test
  void aKilledAgentFindsItsRunInterruptedWithItsIntervals() {
    String done = AGENT.completed(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    String id = AGENT.detach(Plans.endless("file:k.dat?size=8MiB"));
    AGENT.awaitIntervals(id, 3);
    String waits = AGENT.detach(Plans.of("file:never.dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1));
    long seen = AGENT.live(id).path("IntervalCount").asLong();
    ProcessHandle process = AGENT.process().orElseThrow();
    process.destroyForcibly();
    await("death of the agent").atMost(Agent.BOUND).until(() -> !Agent.lives(process));
    assertThat(AGENT.loadstone("status").expect(4).said()).containsIgnoringCase("no agent");

    AGENT.start();
    JsonNode result = AGENT.result(id);
    assertKept(result, "INTERRUPTED");
    assertThat(result.path("run").path("reason").asText()).isNotBlank();
    assertThat(
            Long.parseLong(
                AGENT.sqlite("SELECT count(*) FROM intervals WHERE run_id = '" + id + "'")))
        .as("intervals that were shown before the kill")
        .isGreaterThanOrEqualTo(seen);
    assertThat(AGENT.loadstone("runs").expect(0).out()).contains(id, "INTERRUPTED");
    assertThat(AGENT.result(done).path("run").path("state").asText()).isEqualTo("COMPLETED");
    // Nothing starts by itself, not even what had waited, and nothing is locked.
    assertThat(AGENT.result(waits).path("run").path("state").asText()).isEqualTo("INTERRUPTED");
    assertThat(AGENT.target("never.dat")).doesNotExist();
    assertThat(AGENT.sqlite("SELECT count(*) FROM runs WHERE ended_epoch_ms = 0")).isEqualTo("0");
    AGENT.completed(Plans.of("file:k.dat?size=8MiB", "blockSize: 4KiB", 4, 0, 1));
  }

  private static void assertKept(JsonNode result, String state) {
    assertThat(result.path("run").path("state").asText()).isEqualTo(state);
    assertThat(result.path("run").path("endedEpochMs").asLong()).isPositive();
    assertThat(result.path("steps")).as("the step under way").hasSize(1);
    Result.assertConsistent(result.path("steps").path(0), 4096);
  }
}
