package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Block devices through the distribution, as a user without privileges drives them. */
class BlockIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String READS = "blockSize: 4KiB, read: 100%, random: 100%";

  @RegisterExtension
  static final Agent AGENT =
      Agent.fresh("block")
          .configure(
              "io.loadstone.targets.cfg",
              "targetsFolder=${loadstone.data}/targets",
              "allowedDevices=" + LoopDisk.ALLOWED);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @Test
  void aBlankDeviceIsPreviewedWrittenAndDescribed() {
    try (LoopDisk disk = LoopDisk.allowed(16)) {
      String target = "block:" + LoopDisk.ALLOWED;
      String plan = AGENT.write("p.yaml", Plans.mixed(target)).toString();
      assertThat(AGENT.loadstone("run", plan, "--preview").expect(0).out())
          .contains(disk.node().toString(), "WRITTEN");
      Ended run = AGENT.loadstone("run", plan).expect(0);

      JsonNode result = AGENT.result(Agent.idIn(run));
      assertThat(result.toString())
          .contains(
              "block device " + disk.node().getFileName() + ", 16MiB, loop of " + disk.image());
      JsonNode step = result.path("steps").path(0);
      assertThat(step.path("total").path("errors").asLong()).isZero();
      assertThat(step.path("direct").asBoolean()).isTrue();
      assertThat(step.path("device").path("writeBytes").asLong()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aio", "sync", "nio", "mmap"})
  void everyEngineOfTheKernelsPathsDrivesADevice(String engine) {
    try (LoopDisk disk = LoopDisk.allowed(16)) {
      String plan =
          Plans.mixed("block:" + LoopDisk.ALLOWED)
              + "engine: "
              + engine
              + "\n"
              + (engine.equals("mmap") ? "direct: off\n" : "");
      JsonNode result = AGENT.result(AGENT.completed(plan));
      assertThat(result.toString()).contains("loop of " + disk.image());
      JsonNode step = result.path("steps").path(0);
      assertThat(step.path("engine").asText()).isEqualTo(engine);
      assertThat(step.path("total").path("operations").asLong()).isPositive();
      assertThat(step.path("total").path("errors").asLong()).isZero();
    }
  }

  @Test
  void aDeviceThatIsNotAllowedIsRefusedForReadingToo() {
    try (LoopDisk disk = LoopDisk.any(16)) {
      Ended run = AGENT.run(Plans.measureOnly("block:" + disk.node(), READS, 1)).expect(3);
      assertThat(run.err()).contains(disk.node().toString(), "allowedDevices");
    }
  }

  @Test
  void aFileSystemIsReadAndNeverWrittenWithoutDestroy() throws IOException {
    try (LoopDisk disk = LoopDisk.allowed(16)) {
      Dist.tool("mkfs.ext4", "-q", "-E", "nodiscard", disk.node().toString());
      Dist.tool("sync");
      byte[] before = Files.readAllBytes(disk.image());
      String target = "block:" + LoopDisk.ALLOWED;
      for (String consent : new String[] {"", "overwrite: true\n"}) {
        Ended run = AGENT.run(Plans.mixed(target) + consent).expect(3);
        assertThat(run.err())
            .contains(disk.node().toString(), "ext4", "destroy: [ \"" + disk.image() + "\" ]");
      }
      AGENT.completed(Plans.measureOnly(target, READS, 1));
      assertThat(Files.readAllBytes(disk.image())).isEqualTo(before);

      AGENT.completed(Plans.mixed(target) + "destroy: [ \"" + disk.image() + "\" ]\n");
      assertThat(Files.readAllBytes(disk.image())).isNotEqualTo(before);
    }
  }

  /** Reads of a removed disk give no bytes and no error: that is one here. */
  @Test
  void aDeviceThatVanishesFailsTheRunWithItsIntervals() {
    try (LoopDisk disk = LoopDisk.allowed(16)) {
      String id = AGENT.detach(Plans.measureOnly("block:" + LoopDisk.ALLOWED, READS, 600));
      AGENT.awaitIntervals(id, 2);
      disk.vanish();
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(id, disk.node().toString());
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }
}
