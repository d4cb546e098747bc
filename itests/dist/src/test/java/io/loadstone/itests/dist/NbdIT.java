package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real NBD servers whose latency, rate and errors are known, and that go away. */
class NbdIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MOST_ATTEMPTS = 5;
  private static final String READS = "blockSize: 4KiB, read: 100%, random: 100%";
  private static final String WRITES = "blockSize: 4KiB, read: 0%, random: 100%";
  // As the log filter of nbdkit writes: a time, and the beginning or the end of an operation.
  private static final Pattern LOGGED =
      Pattern.compile("^\\S+ (\\S+) connection=(\\d+) (?:\\.\\.\\.)?Read id=(\\d+) (.*)$");

  @RegisterExtension
  static final Agent AGENT =
      Agent.fresh("nbd")
          .configure(
              "io.loadstone.targets.cfg",
              "targetsFolder=${loadstone.data}/targets",
              "allowedServers=127.0.0.1");

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  private static JsonNode step(String plan) {
    return AGENT.result(AGENT.completed(plan)).path("steps").path(0);
  }

  // ---- figures that are known

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20})
  void aKnownLatencyIsMeasured(int delayMs) throws IOException {
    Path log = Dist.scratch().resolve("nbd-" + delayMs + ".log");
    try (NbdServer server =
        NbdServer.nbdkit(
            "--filter=log",
            "--filter=delay",
            "memory",
            "16M",
            "logfile=" + log,
            "rdelay=" + delayMs + "ms")) {
      String plan =
          Plans.measureOnly(server.uri(), READS, 3).replace("outstanding: 4", "outstanding: 1");
      double measured = 0;
      double least = 0;
      double most = 0;
      for (int attempt = 0;
          attempt < MOST_ATTEMPTS && !isWithin(measured, least, most);
          attempt++) {
        Files.write(log, new byte[0]);
        JsonNode step = step(plan);
        assertThat(step.path("engine").asText()).isEqualTo("nbd");
        JsonNode time = step.path("read").path("serviceTimeNs");
        assertThat(time.path("min").asLong()).isGreaterThanOrEqualTo(delayMs * 1_000_000L);
        // A sleep of the server lasts longer, too; its own log says how long.
        double served = medianNs(log);
        double allowed = Math.max(0.01 * served, 100_000);
        measured = time.path("p50").asDouble();
        least = served - allowed;
        most = served + allowed;
        if (measured > most) {
          // Both ends are woken late on a machine that is busy with other things. Another client
          // says by how much.
          most = Math.max(served, fiosMedianNs(server)) + allowed;
        }
      }
      assertThat(measured).isBetween(least, most);
    }
  }

  private static boolean isWithin(double value, double least, double most) {
    return value > 0 && value >= least && value <= most;
  }

  private static double fiosMedianNs(NbdServer server) {
    String said =
        Dist.tool(
            "fio",
            "--name=witness",
            "--ioengine=nbd",
            "--uri=" + server.uri(),
            "--readonly",
            "--rw=randread",
            "--bs=4k",
            "--size=16M",
            "--iodepth=1",
            "--time_based",
            "--runtime=3",
            "--output-format=json");
    JsonNode read =
        Result.parse(said.substring(said.indexOf('{'))).path("jobs").path(0).path("read");
    return read.path("clat_ns").path("percentile").path("50.000000").asDouble();
  }

  private static double medianNs(Path log) throws IOException {
    Map<String, LocalTime> began = new HashMap<>();
    List<Long> took = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher m = LOGGED.matcher(line);
      if (m.matches()) {
        String key = m.group(2) + "/" + m.group(3);
        LocalTime at = LocalTime.parse(m.group(1));
        LocalTime from = began.remove(key);
        if (from == null) {
          began.put(key, at);
        } else {
          took.add(Duration.between(from, at).toNanos());
        }
      }
    }
    Collections.sort(took);
    assertThat(took).hasSizeGreaterThan(100);
    return took.get(took.size() / 2);
  }

  @Test
  void aKnownRateIsMeasured() {
    // 80 * 10^6 bits a second are 10 MB/s; what the server saved up is gone after the ramp-up.
    try (NbdServer server = NbdServer.nbdkit("--filter=rate", "memory", "64M", "rate=80000000")) {
      String plan =
          Plans.measureOnly(server.uri(), "blockSize: 64KiB, read: 100%, random: 100%", 8)
              .replace("rampUp: 0s", "rampUp: 4s");
      assertThat(step(plan).path("read").path("mbPerSecond").asDouble())
          .isCloseTo(10.0, within(0.2));
    }
  }

  @Test
  void knownErrorsAreCountedOneByOne() throws IOException {
    Path log = Dist.scratch().resolve("nbd-errors.log");
    Path trigger = Dist.scratch().resolve("nbd-errors.now");
    try (NbdServer server =
        NbdServer.nbdkit(
            "--filter=log",
            "--filter=error",
            "--filter=delay",
            "memory",
            "16M",
            "logfile=" + log,
            "error-pread=EIO",
            "error-pread-rate=30%",
            "error-pread-file=" + trigger,
            "rdelay=1ms")) {
      String id = AGENT.detach(Plans.measureOnly(server.uri(), READS, 5) + "onError: continue\n");
      AGENT.awaitIntervals(id, 1);
      Files.createFile(trigger);
      AGENT.awaitIntervals(id, 3);
      Files.delete(trigger);
      AGENT.awaitState(id, "COMPLETED", SOON);
      long failed =
          Files.readAllLines(log).stream().filter(line -> line.contains("return=-1")).count();
      assertThat(failed).isPositive();
      JsonNode step = AGENT.result(id).path("steps").path(0);
      assertThat(step.path("read").path("errors").asLong()).isEqualTo(failed);
      assertThat(notesOf(id)).contains("EIO (5)");
    }
  }

  @Test
  void aDynamicImageIsLaidOutMeasuredAndVerified() {
    Path image = Dist.scratch().resolve("nbd.qcow2");
    Dist.tool("qemu-img", "create", "-q", "-f", "qcow2", image.toString(), "32M");
    try (NbdServer server = NbdServer.qemu("qcow2", image)) {
      String plan =
          Plans.measureOnlyAfterLayout(server.uri(), "blockSize: 4KiB, read: 50%, random: 100%", 2)
              + "  - verify: {}\n";
      Result.assertConsistent(step(plan), 4096);
    }
  }

  @Test
  void aSecuredServerIsDrivenIfItsAuthorityIsTrusted() throws IOException {
    Path folder = Files.createDirectory(Dist.scratch().resolve("nbd-certificates"));
    Path certificate = folder.resolve("server-cert.pem");
    // It is its own authority.
    Dist.tool(
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=server",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-out",
        certificate.toString(),
        "-keyout",
        folder.resolve("server-key.pem").toString());
    Files.copy(certificate, folder.resolve("ca-cert.pem"));
    try (NbdServer server =
        NbdServer.nbdkit("--tls=require", "--tls-certificates=" + folder, "memory", "16M")) {
      String trusted =
          Plans.measureOnly(server.securedUri("tls-authorities=" + certificate), READS, 2);
      assertThat(step(trusted).path("read").path("iops").asDouble()).isPositive();
      Ended untrusted = AGENT.run(Plans.measureOnly(server.securedUri(), READS, 2));
      assertThat(untrusted.status()).isNotZero();
      assertThat(untrusted.saysNothingForProgrammers().err())
          .contains("TLS failed", server.place(), "127.0.0.1");
    }
  }

  // ---- servers that go away

  @Test
  void aServerThatIsKilledFailsTheRunWithItsIntervals() {
    try (NbdServer server = NbdServer.nbdkit("memory", "16M")) {
      String id = AGENT.detach(Plans.measureOnly(server.uri(), READS, 600));
      AGENT.awaitIntervals(id, 2);
      server.kill();
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(id, server.place(), "ECONNRESET (104)");
    }
  }

  @Test
  void aServerThatStaysAwayEndsARunThatGoesOnAfterErrors() {
    try (NbdServer server = NbdServer.nbdkit("memory", "16M")) {
      String id =
          AGENT.detach(
              Plans.measureOnly(server.uri("timeout=2s"), READS, 600) + "onError: continue\n");
      AGENT.awaitIntervals(id, 2);
      server.kill();
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(
          id, server.place(), "did not come back", "ECONNREFUSED (111)");
    }
  }

  @Test
  void aServerThatComesBackIsDrivenAgainAndTheTimeLineSaysSo() {
    try (NbdServer server = NbdServer.nbdkit("memory", "16M")) {
      String id = AGENT.detach(Plans.measureOnly(server.uri(), READS, 8) + "onError: continue\n");
      AGENT.awaitIntervals(id, 2);
      server.kill();
      server.restart();
      AGENT.awaitState(id, "COMPLETED", SOON);
      JsonNode step = AGENT.result(id).path("steps").path(0);
      // What was in flight, and nothing else: 4 outstanding.
      assertThat(step.path("read").path("errors").asLong()).isBetween(1L, 4L);
      assertThat(notesOf(id)).contains("ECONNRESET (104)", "is back after");
    }
  }

  @Test
  void aServerThatStandsStillForTenSecondsCostsNoError() throws InterruptedException {
    try (NbdServer server = NbdServer.nbdkit("memory", "16M")) {
      String id = AGENT.detach(Plans.measureOnly(server.uri(), READS, 14));
      AGENT.awaitIntervals(id, 1);
      server.signal("STOP");
      Thread.sleep(10_000); // the time is what is tested
      server.signal("CONT");
      AGENT.awaitState(id, "COMPLETED", SOON);
      JsonNode read = AGENT.result(id).path("steps").path(0).path("read");
      assertThat(read.path("errors").asLong()).isZero();
      assertThat(read.path("serviceTimeNs").path("max").asLong())
          .isBetween(9_900_000_000L, 14_000_000_000L);
    }
  }

  @Test
  void aServerThatStandsStillForGoodFailsTheRunInItsTime() {
    try (NbdServer server = NbdServer.nbdkit("memory", "16M")) {
      String id = AGENT.detach(Plans.measureOnly(server.uri("timeout=2s"), READS, 600));
      AGENT.awaitIntervals(id, 2);
      server.signal("STOP");
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(
          id, server.place(), "has not answered for 2 s", "ETIMEDOUT (110)");
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }

  private static String notesOf(String id) {
    return AGENT.sqlite(
        "SELECT note FROM interval_notes JOIN intervals ON intervals.id = interval_id"
            + " WHERE run_id = '"
            + id
            + "'");
  }

  // ---- what may not be done

  @Test
  void aReadOnlyExportIsRefusedForWrites() {
    try (NbdServer server = NbdServer.nbdkit("--readonly", "memory", "16M")) {
      Ended refused = AGENT.run(Plans.measureOnly(server.uri(), WRITES, 1)).expect(2);
      assertThat(refused.err()).contains("read-only", server.place());
      AGENT.completed(Plans.measureOnly(server.uri(), READS, 1));
    }
  }

  @Test
  void aFullServerFailsTheRunWithTheOffset() {
    try (Mount mount = Mount.tmpfs(8)) {
      Path file = mount.file("thin.img");
      Dist.tool("truncate", "-s", "64M", file.toString());
      try (NbdServer server = NbdServer.nbdkit("file", file.toString())) {
        Ended run = AGENT.run(Plans.measureOnly(server.uri(), WRITES, 60)).expect(1);
        assertThat(run.err())
            .containsPattern(
                "write at \\d+ on nbd://" + server.place() + "/ failed: ENOSPC \\(28\\)");
      }
    }
  }

  @Test
  void aServerThatNobodyAllowedIsRefused() {
    Ended run = AGENT.run(Plans.measureOnly("nbd://192.0.2.1/x", READS, 1));
    assertThat(run.status()).isNotZero();
    assertThat(run.saysNothingForProgrammers().err())
        .contains("192.0.2.1:10809", "allowedServers", "io.loadstone.targets.cfg");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nbd://admin:geheim-4711@127.0.0.1/x", "nbd://127.0.0.1/x?password=geheim-4711"})
  void whatMayBeAPasswordIsNeitherSaidNorKept(String target) throws IOException {
    Ended run = AGENT.run(Plans.measureOnly(target, READS, 1));
    assertThat(run.status()).isNotZero();
    assertThat(run.out() + run.err()).doesNotContain("geheim-4711");
    for (Path folder : List.of(AGENT.logs(), AGENT.data())) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain("geheim-4711");
        }
      }
    }
  }
}
