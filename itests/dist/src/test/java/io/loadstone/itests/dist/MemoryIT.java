package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the agent has in memory, as the kernel counts it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MemoryIT {
  private static final long MIB = 1L << 20;

  @RegisterExtension static final Agent AGENT = Agent.fresh("memory").asShipped();

  @AfterEach
  void endRuns() {
    AGENT.endRuns();
  }

  // The C library gives back what the start took within seconds.
  @Test
  @Order(1)
  @DisplayName("at rest at most 120 MB are resident")
  void littleIsResidentAtRest() {
    await("what the start took is given back")
        .atMost(Agent.BOUND)
        .untilAsserted(() -> assertThat(residentBytes()).isLessThanOrEqualTo(120_000_000));
    System.out.println("resident when idle: " + residentBytes() / MIB + " MiB");
  }

  // Likewise what it took to compile what begins with a run.
  @Test
  @Order(2)
  @DisplayName("128 outstanding of 1 MiB need at most 128 MiB above their buffers")
  void manyLargeOperationsNeedLittleMoreThanTheirBuffers() {
    String shape = "blockSize: 1MiB, read: 50%, random: 100%";
    String id = AGENT.detach(Plans.of("file:large?size=256MiB", shape, 128, 0, 600));
    AGENT.awaitIntervals(id, 2);

    // Both directions fill every buffer: they are resident, or this would say nothing.
    await("what beginning took is given back")
        .atMost(Agent.BOUND)
        .untilAsserted(() -> assertThat(residentBytes()).isBetween(128 * MIB, (128 + 128) * MIB));
    System.out.println("128 x 1 MiB: " + residentBytes() / MIB + " MiB resident");
  }

  /** What a run has after 20 s it also has after 5 minutes and 10^8 operations. */
  @Test
  @Order(3)
  @EnabledIfSystemProperty(named = "truth.long", matches = ".*", disabledReason = "the long form")
  @DisplayName("memory is constant over a run of any length")
  void memoryIsConstantOverARun() {
    String id = AGENT.detach(Plans.endless("noop:"));
    AGENT.awaitIntervals(id, 20);
    long early = residentBytes();
    for (int intervals = 60; intervals <= 300; intervals += 40) {
      AGENT.awaitIntervals(id, intervals);
    }

    assertThat(residentBytes() - early).isLessThan(16 * MIB);
  }

  // In the kernel's file the unit is 1,024 bytes, though it says kB.
  private static long residentBytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + AGENT.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new AssertionError("the agent has no status any more", e);
    }
  }
}
