package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A wall clock that is set in mid-run: libfaketime moves it under the agent, and only it. */
class ClockIT {
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));
  // As the ids of runs begin.
  private static final DateTimeFormatter ID_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Test
  @DisplayName("B135, B137: the wall clock jumps an hour ahead, then back two; the series goes on")
  void aWallClockThatIsSetMovesNothing() {
    Path library = LIBRARIES.stream().filter(Files::exists).findFirst().orElse(null);
    assumeTrue(library != null, "libfaketime is not installed");
    Path offset = Dist.scratch().resolve("offset");
    set(offset, "+0");
    try (Agent agent =
        Agent.fresh("clock").startedThrough("env", "LOADSTONE_JAVA=" + javaWith(library, offset))) {
      agent.start();
      long beforeMs = System.currentTimeMillis();
      long beforeNs = System.nanoTime();
      String reads = "blockSize: 4KiB, read: 100%, random: 100%";
      String id = agent.detach(Plans.of("file:clock.dat?size=8MiB", reads, 1, 1, 8));
      agent.awaitIntervals(id, 2);
      set(offset, "+3600s");
      agent.awaitIntervals(id, 5);
      String ahead = agent.detach(Plans.of("noop:", reads, 1, 0, 1));
      set(offset, "-3600s");
      agent.loadstone("watch", id).expect(0);
      double tookSeconds = (System.nanoTime() - beforeNs) / 1e9;

      assertThat(Duration.between(began(id), began(ahead)))
          .as("the agent's own wall clock was an hour ahead")
          .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(62));
      String rows = " FROM intervals WHERE run_id = '" + id + "'";
      assertThat(
              agent.sqlite(
                  "SELECT count(*), max(start_epoch_ms) - min(start_epoch_ms),"
                      + " count(DISTINCT start_epoch_ms / 1000), min(start_epoch_ms % 1000),"
                      + " max(start_epoch_ms % 1000)"
                      + rows))
          .as("a row for each of 9 seconds")
          .isEqualTo("9|8000|9|0|0");
      assertThat(Double.parseDouble(agent.sqlite("SELECT max(length_ns) / 1e9" + rows)))
          .as("seconds of the longest row; an hour is none")
          .isLessThan(tookSeconds);
      JsonNode result = agent.result(id);
      JsonNode run = result.path("run");
      JsonNode step = result.path("steps").path(0);
      assertThat(run.path("state").asText()).isEqualTo("COMPLETED");
      assertThat(step.path("runSeconds").asDouble()).isBetween(8.0, tookSeconds);
      assertThat(run.path("endedEpochMs").asLong() - run.path("startedEpochMs").asLong())
          .as("B065: the run's length is that of its clock")
          .isBetween(9_000L, (long) (1_000 * tookSeconds));
      assertThat(run.path("startedEpochMs").asLong())
          .isBetween(beforeMs - 1, beforeMs + (long) (1_000 * tookSeconds));
      for (JsonNode check : step.path("selfChecks")) {
        if (check.path("name").asText().equals("every-second-has-an-interval")) {
          assertThat(check.path("passed").asBoolean()).as(check.toString()).isTrue();
        }
      }
    }
  }

  private static LocalDateTime began(String id) {
    return LocalDateTime.parse(id.substring(0, id.lastIndexOf('-')), ID_TIME);
  }

  // A Java whose wall clock is moved: not the commands before it, which another user starts.
  private static Path javaWith(Path library, Path offset) {
    try {
      Path home = Dist.folder("java");
      Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
      Files.writeString(
          java,
          """
          #!/bin/sh
          LD_PRELOAD='%s' FAKETIME_TIMESTAMP_FILE='%s' FAKETIME_NO_CACHE=1 \\
          FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1 exec '%s/bin/java' "$@"
          """
              .formatted(library, offset, System.getProperty("java.home")));
      assertThat(java.toFile().setExecutable(true, false)).isTrue();
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Whole at any moment: the library reads it at each reading of the clock.
  private static void set(Path offset, String text) {
    try {
      Path next = Files.writeString(offset.resolveSibling("offset.next"), text + "\n");
      Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
