package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether figures are those of the storage: the kernel's count stands beside the program's. */
class HostFiguresIT {
  private static final String READS = "blockSize: 4KiB, read: 100%, random: 100%";
  private static final int SECTOR = 512;

  @RegisterExtension static final Agent AGENT = Agent.fresh("host").allowing(Dist.BASE);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  /** B075: after the first pass all comes from the page cache, and the result says so. */
  @Test
  void whatThePageCacheAnsweredIsToldFromWhatTheDeviceRead() throws IOException {
    try (Mount mount = Mount.ext4(32)) {
      String plan = Plans.of(target(mount), READS, 4, 1, 2);
      long before = sectorsRead(mount);
      JsonNode buffered = step(AGENT.completed(plan + "direct: off\n"));
      long during = (sectorsRead(mount) - before) * SECTOR;

      long program = buffered.path("read").path("bytes").asLong();
      long device = buffered.path("device").path("readBytes").asLong();
      assertThat(device).isBetween(0L, during);
      assertThat(device).isLessThan(program / 2);
      assertThat(check(buffered).path("passed").asBoolean()).isFalse();
      assertThat(buffered.path("verdict").path("state").asText()).isNotEqualTo("valid");
      assertThat(buffered.path("verdict").path("reasons").toString())
          .contains("the page cache answered the rest");
    }
  }

  /** B075: past the cache, program and kernel agree. */
  @Test
  void directReadsAreThoseThatTheDeviceCounts() throws IOException {
    try (Mount mount = Mount.ext4(32)) {
      long before = sectorsRead(mount);
      String id = AGENT.completed(Plans.of(target(mount), READS, 4, 1, 2));
      long during = (sectorsRead(mount) - before) * SECTOR;
      JsonNode step = step(id);

      assertThat(step.path("direct").asBoolean()).isTrue();
      long program = step.path("read").path("bytes").asLong();
      long device = step.path("device").path("readBytes").asLong();
      assertThat(device).isBetween((long) (0.98 * program) - 4 * 4096, during);
      assertThat(check(step).path("passed").asBoolean()).isTrue();
      assertThat(check(step, "devices-did-nothing-else").path("passed").asBoolean()).isTrue();
      assertThat(step.path("device").path("utilisationPercent").asDouble()).isBetween(0.0, 100.0);
      // The step's bytes are those of its rows.
      assertThat(
              AGENT.sqlite(
                  "SELECT sum(device_read_bytes) FROM intervals WHERE ramp_up = 0 AND run_id = '"
                      + id
                      + "'"))
          .isEqualTo(Long.toString(device));
    }
  }

  /** A device that others use meanwhile is no device of this step's figures. */
  @Test
  void whatOthersDoOnTheDeviceIsTold() throws IOException {
    try (Mount mount = Mount.ext4(32)) {
      AGENT.completed(Plans.of(target(mount), READS, 4, 0, 1));
      List<String> others =
          List.of(
              "sh",
              "-c",
              "while dd if=\"$1\" of=/dev/null bs=1M iflag=direct; do :; done",
              "-",
              mount.file("t.dat").toString());
      JsonNode step;
      try (Running reader = Running.start(Dist.BASE, Dist.environment(), others)) {
        step = step(AGENT.completed(Plans.of(target(mount), READS, 1, 0, 2)));
        assertThat(reader.process().isAlive()).isTrue();
      }

      JsonNode device = step.path("device");
      JsonNode check = check(step, "devices-did-nothing-else");
      assertThat(check.path("passed").asBoolean()).isFalse();
      assertThat(check.path("detail").asText())
          .contains(
              String.format(
                  Locale.ROOT,
                  "moved %,d bytes, the devices behind the targets %,d;",
                  step.path("total").path("bytes").asLong(),
                  device.path("readBytes").asLong() + device.path("writeBytes").asLong()));
      assertThat(check(step).path("passed").asBoolean()).as("the work itself was done").isTrue();
      assertThat(step.path("verdict").path("state").asText()).isNotEqualTo("valid");
      assertThat(step.path("verdict").path("reasons").toString())
          .contains("something else used them");
    }
  }

  /** The host's processor time is what it was spent on, in the result and in the live figures. */
  @Test
  void theHostsProcessorTimeIsToldByWhatItWasSpentOn() {
    String id = AGENT.detach(Plans.of("file:cpu.dat?size=8MiB", READS, 4, 0, 3));
    AGENT.awaitIntervals(id, 2);
    JsonNode live = AGENT.live(id);
    assertThat(live.path("HostPercent").asDouble()).isBetween(0.0, 100.0);
    assertThat(live.path("ContextSwitchesPerSecond").asDouble()).isPositive();
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);

    JsonNode cpu = step(id).path("cpu");
    double parts =
        cpu.path("hostUserPercent").asDouble()
            + cpu.path("hostSystemPercent").asDouble()
            + cpu.path("hostSoftirqPercent").asDouble()
            + cpu.path("stealPercent").asDouble();
    assertThat(cpu.path("hostPercent").asDouble()).isPositive().isCloseTo(parts, within(1e-6));
    assertThat(cpu.path("hostIowaitPercent").asDouble()).isBetween(0.0, 100 - parts + 1e-6);
    assertThat(cpu.path("contextSwitchesPerSecond").asDouble()).isPositive();
    assertThat(cpu.path("interruptsPerSecond").asDouble()).isPositive();
    // The step's is the mean of its rows.
    assertThat(
            Double.parseDouble(
                AGENT.sqlite(
                    "SELECT sum(host_user_percent * length_ns) / sum(length_ns) FROM intervals"
                        + " WHERE ramp_up = 0 AND run_id = '"
                        + id
                        + "'")))
        .isCloseTo(cpu.path("hostUserPercent").asDouble(), within(1e-6));
  }

  /** B031: holes are read at the speed of memory; the result is no figure of the device. */
  @Test
  void readsOfHolesAreNoFiguresOfTheDevice() throws IOException {
    try (Mount mount = Mount.ext4(32)) {
      JsonNode step =
          step(AGENT.completed(Plans.of(target(mount), READS, 4, 0, 1) + "layout: sparse\n"));

      assertThat(check(step).path("passed").asBoolean()).isFalse();
      // On a busy machine the loop may be the limit besides.
      assertThat(step.path("verdict").path("state").asText()).isIn("suspect", "generator-bound");
      assertThat(step.path("verdict").path("reasons").toString()).contains("sparse");
    }
  }

  /** B115: memory has no device; the keys are there, and no check fails for it. */
  @Test
  void aTargetWithoutADeviceHasTheSameKeys() throws IOException {
    try (Mount mount = Mount.tmpfs(32)) {
      JsonNode step = step(AGENT.completed(Plans.mixed(target(mount))));

      assertThat(step.path("device")).hasSize(8).allMatch(JsonNode::isNull);
      assertThat(check(step).path("passed").asBoolean()).isTrue();
    }
  }

  /** B041: writes end with a flush, and the result holds its time. */
  @Test
  void theFlushIsPartOfTheResultOfWrites() throws IOException {
    try (Mount mount = Mount.ext4(32)) {
      String writes = "blockSize: 64KiB, read: 0%, random: 0%";
      JsonNode step =
          step(AGENT.completed(Plans.of(target(mount), writes, 4, 0, 2) + "direct: off\n"));

      JsonNode durable = step.path("durableWrites");
      double seconds = step.path("runSeconds").asDouble() + durable.path("flushSeconds").asDouble();
      assertThat(durable.path("flushSeconds").asDouble()).isPositive();
      assertThat(durable.path("mbPerSecond").asDouble() * seconds)
          .isCloseTo(
              step.path("write").path("bytes").asLong() / 1e6, Percentage.withPercentage(0.1));
    }
  }

  /** B201: the agent stands still for 2.5 s in the middle of a step. */
  @Test
  void aFrozenAgentLeavesNoGapInTheSeries() {
    String id = AGENT.detach(Plans.of("file:frozen.dat?size=8MiB", READS, 1, 0, 7));
    AGENT.awaitIntervals(id, 2);
    String pid = Long.toString(AGENT.pid());
    Dist.tool("kill", "-STOP", pid);
    try {
      Dist.tool("sleep", "2.5");
    } finally {
      Dist.tool("kill", "-CONT", pid);
    }
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);

    String rows = " FROM intervals WHERE run_id = '" + id + "'";
    assertThat(
            AGENT.sqlite(
                "SELECT count(*), max(start_epoch_ms) - min(start_epoch_ms),"
                    + " count(DISTINCT start_epoch_ms / 1000)"
                    + rows))
        .as("rows, and the time from the first to the last: one for each second")
        .isEqualTo("7|6000|7");
    assertThat(Long.parseLong(AGENT.sqlite("SELECT count(*)" + rows + " AND total_operations = 0")))
        .as("seconds that were frozen from beginning to end")
        .isBetween(1L, 3L);
    JsonNode step = step(id);
    assertThat(step.path("total").path("operations").asText())
        .isEqualTo(AGENT.sqlite("SELECT sum(total_operations)" + rows));
    assertThat(step.path("verdict").path("state").asText()).isEqualTo("suspect");
    assertThat(step.path("verdict").path("reasons").toString()).contains("held up");
  }

  private static String target(Mount mount) {
    return "file:" + mount.file("t.dat") + "?size=8MiB";
  }

  private static JsonNode step(String id) {
    return AGENT.result(id).path("steps").path(0);
  }

  private static JsonNode check(JsonNode step) {
    return check(step, "devices-did-the-work");
  }

  private static JsonNode check(JsonNode step, String name) {
    for (JsonNode check : step.path("selfChecks")) {
      if (check.path("name").asText().equals(name)) {
        return check;
      }
    }
    throw new AssertionError("no such check: " + step.path("selfChecks"));
  }

  // The third column, as Documentation/block/stat.rst of the kernel has it.
  private static long sectorsRead(Mount mount) throws IOException {
    Path stat = Path.of("/sys/class/block", mount.device().substring("/dev/".length()), "stat");
    return Long.parseLong(Files.readString(stat).strip().split("\\s+", -1)[2]);
  }
}
