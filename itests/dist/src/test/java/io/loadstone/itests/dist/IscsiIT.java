package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real iSCSI server that wants to see a secret, throws its clients out, and goes away. */
class IscsiIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String READS = "blockSize: 4KiB, read: 100%, random: 100%";
  private static final String BOTH = "blockSize: 4KiB, read: 50%, random: 100%";
  private static final String WRITES = "blockSize: 4KiB, read: 0%, random: 100%";
  private static final String SECRET = "geheim-4712-geheim";

  // What libiscsi would take from whoever starts the agent: words to everybody, another network.
  @RegisterExtension
  static final Agent AGENT =
      Agent.fresh("iscsi")
          .configure(
              "io.loadstone.targets.cfg",
              "targetsFolder=${loadstone.data}/targets",
              "allowedServers=127.0.0.1")
          .startedThrough(
              "env",
              "LIBISCSI_DEBUG=10",
              "LIBISCSI_BIND_INTERFACES=nosuch0",
              "LIBISCSI_TCP_USER_TIMEOUT=1");

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  private static Path chapFile(String name, String user, String secret) throws IOException {
    Path file = AGENT.write(name, user + "\n" + secret + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String notesOf(String id) {
    return AGENT.sqlite(
        "SELECT note FROM interval_notes JOIN intervals ON intervals.id = interval_id"
            + " WHERE run_id = '"
            + id
            + "'");
  }

  @Test
  void aLunIsLaidOutMeasuredAndVerifiedWithASecretThatNobodySees() throws IOException {
    try (IscsiServer server = IscsiServer.with(16)) {
      server.demand("lab", SECRET);
      Path file = chapFile("chap", "lab", SECRET);
      String target =
          server.uri("chap-file=" + file, "connections=2", "header-digest=crc32c", "timeout=30s");
      String plan = Plans.measureOnlyAfterLayout(target, BOTH, 1) + "  - verify: {}\n";
      String id = AGENT.completed(plan);
      JsonNode step = AGENT.result(id).path("steps").path(0);
      Result.assertConsistent(step, 4096);
      assertThat(step.path("engine").asText()).isEqualTo("iscsi");
      String beans = AGENT.endpoint().read("io.loadstone:*").toString();
      assertThat(beans.contains("chap-file=")).isTrue();
      assertNobodySees(SECRET, AGENT.result(id).toString(), beans, processes());
    }
  }

  @Test
  void aWrongSecretAndALunThatIsReadOnlyOrTooSmallAreRefusedInASentence() throws IOException {
    try (IscsiServer server = IscsiServer.with(16)) {
      server.demand("lab", SECRET);
      Path wrong = chapFile("wrong", "lab", "falsch-4713-falsch");
      Ended refused = AGENT.run(Plans.measureOnly(server.uri("chap-file=" + wrong), READS, 1));
      assertThat(refused.status()).isNotZero();
      assertThat(refused.saysNothingForProgrammers().err())
          .contains(server.place(), "refuses the name or the secret in chap-file " + wrong);
      assertNobodySees("falsch-4713-falsch", refused.out(), refused.err());
      Path right = chapFile("right", "lab", SECRET);
      server.tell("--lld iscsi --op update --mode logicalunit --tid 1 --lun 1 --params readonly=1");
      String target = server.uri("chap-file=" + right);
      assertThat(AGENT.run(Plans.measureOnly(target, WRITES, 1)).expect(2).err())
          .contains("read-only", server.place());
      String tooLarge = "blockSize: 32MiB, read: 100%, random: 100%";
      assertThat(AGENT.run(Plans.measureOnly(target, tooLarge, 1)).expect(2).err())
          .contains("of a target of 16777216 bytes");
      AGENT.completed(Plans.measureOnly(target, READS, 1));
    }
  }

  @Test
  void aSessionThatTheServerCutsIsGotBackAndTheTimeLineSaysSo() {
    try (IscsiServer server = IscsiServer.with(16)) {
      String id = AGENT.detach(Plans.measureOnly(server.uri(), READS, 4) + "onError: continue\n");
      AGENT.awaitIntervals(id, 1);
      server.cut();
      AGENT.awaitState(id, "COMPLETED", SOON);
      JsonNode step = AGENT.result(id).path("steps").path(0);
      // What was in flight, and nothing else: 4 outstanding.
      assertThat(step.path("read").path("errors").asLong()).isBetween(1L, 4L);
      assertThat(notesOf(id)).contains("ECONNRESET (104)", "is back after");
    }
  }

  @Test
  void aServerThatIsKilledFailsTheRunAndTheAgentGoesOn() {
    try (IscsiServer server = IscsiServer.with(16)) {
      String id =
          AGENT.detach(
              Plans.measureOnly(server.uri("timeout=1s"), READS, 600) + "onError: continue\n");
      AGENT.awaitIntervals(id, 1);
      server.kill();
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(
          id, server.place(), "did not come back", "ECONNREFUSED (111)");
      assertThat(AGENT.health()).isEqualTo("ok");
      AGENT.completed(Plans.measureOnlyAfterLayout("file:iscsi-after.dat?size=8MiB", READS, 1));
    }
  }

  // ---- secrets

  private static void assertNobodySees(String secret, String... texts) throws IOException {
    for (String text : texts) {
      assertThat(text.contains(secret)).isFalse();
    }
    for (Path folder : List.of(AGENT.logs(), AGENT.data())) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(secret);
        }
      }
    }
  }

  private static String processes() {
    return Dist.tool("ps", "axww", "-o", "args");
  }
}
