package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the agent has in memory, as the kernel counts it. */
class MemoryIT {
  private static final long MIB = 1L << 20;

  private final Agent agent = Agent.fresh("memory");

  @BeforeEach
  void start() {
    agent.start();
  }

  @AfterEach
  void stop() {
    agent.endRuns();
    agent.close();
  }

  @Test
  @DisplayName("at rest at most 120 MB are resident")
  void littleIsResidentAtRest() throws Exception {
    assertThat(bytes("VmRSS")).isLessThanOrEqualTo(120_000_000);
  }

  @Test
  @DisplayName("128 outstanding of 1 MiB need at most 128 MiB above their buffers")
  void manyLargeOperationsNeedLittleMoreThanTheirBuffers() throws Exception {
    String target = "file:" + agent.target("large") + "?size=256MiB";
    String plan = Plans.of(target, "blockSize: 1MiB, read: 50%, random: 100%", 128, 0, 600);
    String id = agent.detach(plan);
    agent.awaitIntervals(id, 3);

    // Both directions fill every buffer: they are resident, or this would say nothing.
    assertThat(bytes("VmRSS")).isBetween(128 * MIB, (128 + 128) * MIB);
  }

  /** What a run has after 20 s it also has after 5 minutes and 10^8 operations. */
  @Test
  @EnabledIfSystemProperty(named = "truth.long", matches = ".*", disabledReason = "the long form")
  @DisplayName("memory is constant over a run of any length")
  void memoryIsConstantOverARun() throws Exception {
    String id = agent.detach(Plans.endless("noop:"));
    agent.awaitIntervals(id, 20);
    long early = bytes("VmRSS");
    for (int intervals = 60; intervals <= 300; intervals += 40) {
      agent.awaitIntervals(id, intervals);
    }

    assertThat(bytes("VmRSS") - early).isLessThan(16 * MIB);
    agent.loadstone("stop-run", id).expect(0);
    agent.awaitState(id, "STOPPED", Duration.ofSeconds(20));
  }

  // In the kernel's file the unit is 1,024 bytes, though it says kB.
  private long bytes(String field) throws IOException {
    Path status = Path.of("/proc/" + agent.pid() + "/status");
    String line =
        Files.readAllLines(status).stream()
            .filter(l -> l.startsWith(field + ":"))
            .findFirst()
            .orElseThrow();
    return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
  }
}
