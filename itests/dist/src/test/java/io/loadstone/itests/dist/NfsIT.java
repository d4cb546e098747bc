package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real NFS server, whose files are made, measured and guarded, and that goes away. */
class NfsIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String READS = "blockSize: 4KiB, read: 100%, random: 100%";
  private static final String BOTH = "blockSize: 4KiB, read: 50%, random: 100%";
  private static final String WRITES = "blockSize: 4KiB, read: 0%, random: 100%";

  @RegisterExtension
  static final Agent AGENT =
      Agent.fresh("nfs")
          .configure(
              "io.loadstone.targets.cfg",
              "targetsFolder=${loadstone.data}/targets",
              "allowedServers=127.0.0.1");

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @Test
  void aFileIsMadeMeasuredAndVerified() throws IOException {
    try (NfsServer server = NfsServer.start()) {
      String target = server.uri("t.dat", "size=16MiB", "nconnect=2");
      String plan = Plans.measureOnlyAfterLayout(target, BOTH, 1) + "  - verify: {}\n";
      JsonNode step = AGENT.result(AGENT.completed(plan)).path("steps").path(0);
      Result.assertConsistent(step, 4096);
      assertThat(step.path("engine").asText()).isEqualTo("nfs");
      assertThat(Files.size(server.file("t.dat"))).isEqualTo(16 << 20);
      assertThat(server.file("t.dat.loadstone")).exists();
    }
  }

  @Test
  void aFileOfOthersAndAServerThatIsNotAllowedAreRefusedInASentence() throws IOException {
    try (NfsServer server = NfsServer.start()) {
      server.make("theirs", 1 << 20);
      assertThat(AGENT.run(Plans.measureOnly(server.uri("theirs"), WRITES, 1)).expect(3).err())
          .contains(server.uri("theirs"), "was not made by Loadstone", "overwrite: true");
      assertThat(Files.readAllBytes(server.file("theirs"))).containsOnly(0);
      AGENT.completed(Plans.measureOnly(server.uri("theirs"), READS, 1));
      String elsewhere = server.uri("theirs").replace("127.0.0.1", "127.0.0.2");
      assertThat(AGENT.run(Plans.measureOnly(elsewhere, READS, 1)).expect(3).err())
          .contains("127.0.0.2", "allowedServers");
    }
  }

  @Test
  void aServerThatComesBackIsGotBackAndTheTimeLineSaysSo() {
    try (NfsServer server = NfsServer.start()) {
      server.make("theirs", 16 << 20);
      String id =
          AGENT.detach(Plans.measureOnly(server.uri("theirs"), READS, 4) + "onError: continue\n");
      AGENT.awaitIntervals(id, 1);
      server.kill();
      server.restart();
      AGENT.awaitState(id, "COMPLETED", SOON);
      JsonNode step = AGENT.result(id).path("steps").path(0);
      // What was in flight, and nothing else: 4 outstanding.
      assertThat(step.path("read").path("errors").asLong()).isBetween(1L, 4L);
      assertThat(
              AGENT.sqlite(
                  "SELECT note FROM interval_notes JOIN intervals ON intervals.id = interval_id"
                      + " WHERE run_id = '"
                      + id
                      + "'"))
          .contains("The connection to " + server.place() + " was lost", "is back after");
    }
  }

  @Test
  void aServerThatIsKilledFailsTheRunAndTheAgentGoesOn() {
    try (NfsServer server = NfsServer.start()) {
      server.make("theirs", 16 << 20);
      String target = server.uri("theirs", "timeout=1s");
      String id = AGENT.detach(Plans.measureOnly(target, READS, 600) + "onError: continue\n");
      AGENT.awaitIntervals(id, 1);
      server.kill();
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(
          id, server.place(), "did not come back", "Connection refused(111)");
      assertThat(AGENT.health()).isEqualTo("ok");
      AGENT.completed(Plans.measureOnlyAfterLayout("file:nfs-after.dat?size=8MiB", READS, 1));
    }
  }
}
