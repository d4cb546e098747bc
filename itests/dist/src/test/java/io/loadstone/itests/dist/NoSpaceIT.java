package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Space that is not there, or is used up under a run or under the results: it is named, and what
 * was measured is kept.
 */
class NoSpaceIT {
  // About 3 MB/s.
  private static final String SLOW_WRITES =
      "blockSize: 4KiB, read: 0%, random: 0%, burst: 16, delay: 20ms";

  @RegisterExtension static final Agent AGENT = Agent.fresh("no space").allowing(Dist.BASE);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  // B099, B043
  @Test
  void aFileThatDoesNotFitIsNamedBeforeAnythingIsWritten() {
    try (Mount mount = Mount.ext4(16)) {
      Path file = mount.file("t.dat");
      Ended run =
          AGENT.run(Plans.of("file:" + file + "?size=64MiB", "blockSize: 4KiB", 1, 0, 1)).expect(1);
      assertThat(run.said()).contains(file.toString(), Integer.toString(64 << 20));
      assertThat(file).doesNotExist();
    }
  }

  @Test
  void filesThatFitAloneAndNotTogetherAreFoundBeforeAnythingIsWritten() {
    // B099. Not only a warning, as somebody proposed: what is laid out in full is sure to fail.
    try (Mount mount = Mount.ext4(64)) {
      String plan =
          Plans.of("file:" + mount.file("a.dat") + "?size=32MiB", "blockSize: 4KiB", 1, 0, 1)
              .replace("MiB\" ]", "MiB\", \"file:" + mount.file("b.dat") + "?size=32MiB\" ]");
      Path file = AGENT.write("together.yaml", plan);
      for (Ended ended :
          List.of(
              AGENT.loadstone("run", file.toString(), "--preview"),
              AGENT.loadstone("run", file.toString()))) {
        assertThat(ended.expect(1).said())
            .contains("2 targets need " + (64 << 20) + " more bytes together")
            .contains(mount.point().toString());
      }
      assertThat(mount.file("a.dat")).doesNotExist();
      assertThat(mount.file("b.dat")).doesNotExist();
    }
  }

  // B043
  @Test
  void storageThatPromisedMoreThanItHasFailsTheLayout() throws IOException {
    // As a thin LUN does: the file system sees 64 MiB, what is below it holds 12.
    try (Mount below = Mount.tmpfs(12);
        Mount mount = Mount.ext4(64, below.file("thin.img"))) {
      Path file = mount.file("t.dat");
      Ended run =
          AGENT.run(Plans.of("file:" + file + "?size=32MiB", "blockSize: 4KiB", 1, 0, 1)).expect(1);
      assertThat(run.said()).contains(file.toString()).containsPattern("ENOSPC|EIO");
      JsonNode result = AGENT.result(Agent.idIn(run));
      assertThat(result.path("run").path("state").asText()).isEqualTo("FAILED");
      assertThat(result.path("run").path("reason").asText()).containsPattern("ENOSPC|EIO");
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }

  @Test
  void aDiskThatFillsDuringTheRunFailsItWithItsIntervals() {
    try (Mount mount = Mount.tmpfs(12)) {
      String target = "file:" + mount.file("t.dat") + "?size=64MiB";
      Ended run = AGENT.run(Plans.of(target, SLOW_WRITES, 1, 0, 60) + "layout: sparse\n").expect(1);
      AGENT.assertFailedWithIntervals(Agent.idIn(run), "ENOSPC");
      // B097: once, with the first offset, and no flood.
      assertThat(run.err()).containsPattern("write at \\d+ on .*t\\.dat failed: ENOSPC \\(28\\)");
      assertThat(run.err().lines()).hasSizeLessThan(10);
      JsonNode step = AGENT.result(Agent.idIn(run)).path("steps").path(0);
      assertThat(step.path("write").path("bytes").asLong()).isBetween(1L, 12L << 20);
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }

  @Test
  void aQuotaThatIsUsedUpIsNamedByLayoutAndRun() {
    // B109
    try (Mount mount = Mount.btrfsWithQuota(200, 16)) {
      Path file = mount.file("t.dat");
      String target = "file:" + file + "?size=64MiB";
      Ended layout = AGENT.run(Plans.of(target, SLOW_WRITES, 1, 0, 60)).expect(1);
      assertThat(layout.err()).contains("Reserving 67108864 bytes for " + file, "EDQUOT (122)");
      assertThat(AGENT.result(Agent.idIn(layout)).path("run").path("state").asText())
          .isEqualTo("FAILED");
      assertThat(file).doesNotExist();

      Ended run = AGENT.run(Plans.of(target, SLOW_WRITES, 1, 0, 60) + "layout: sparse\n").expect(1);
      assertThat(run.err()).containsPattern("write at \\d+ on .*t\\.dat failed: EDQUOT \\(122\\)");
      AGENT.assertFailedWithIntervals(Agent.idIn(run), "EDQUOT (122)");
    }
  }

  @Test
  void aFullDiskUnderTheResultsIsNamed() {
    try (Mount mount = Mount.tmpfs(8);
        Agent agent = Agent.fresh("results full")) {
      agent.configure("io.loadstone.store.cfg", "file=" + mount.file("results.db"));
      agent.start();
      agent.completed(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      fill(mount.file("ballast"));
      Ended run = agent.run(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 30));
      assertThat(run.saysNothingForProgrammers().status()).as(run.toString()).isEqualTo(1);
      assertThat(run.said()).contains(mount.file("results.db").toString()).contains("full");
      assertThat(agent.health()).isNotEmpty();
      Dist.tool("rm", mount.file("ballast").toString());
      agent.completed(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    }
  }

  @Test
  void aDiskUnderTheResultsThatFillsInTheMiddleOfARunCostsNoStep() {
    try (Mount mount = Mount.tmpfs(8);
        Agent agent = Agent.fresh("results fill")) {
      agent.configure("io.loadstone.store.cfg", "file=" + mount.file("results.db"));
      agent.start();
      String id = agent.detach(Plans.of("noop:", "blockSize: 4KiB, delay: 1ms", 1, 0, 120));
      agent.awaitIntervals(id, 2);
      fill(mount.file("ballast"));
      agent.awaitState(id, "FAILED", Duration.ofSeconds(60));
      assertThat(agent.result(id).path("run").path("state").asText()).isEqualTo("FAILED");
      Dist.tool("rm", mount.file("ballast").toString());

      // The result of the step fitted still, or is made of the intervals now.
      agent.loadstone("stop").expect(0);
      agent.start();
      JsonNode result = agent.result(id);
      assertThat(result.path("run").path("state").asText()).isEqualTo("FAILED");
      assertThat(result.path("run").path("reason").asText()).containsOnlyOnce("is full");
      assertThat(result.path("steps")).hasSize(1);
      assertThat(result.path("steps").path(0).path("verdict").path("state").asText())
          .isNotEqualTo("valid");
      assertThat(result.path("steps").path(0).path("runSeconds").asDouble())
          .isGreaterThanOrEqualTo(1);
    }
  }

  private static void fill(Path file) {
    Dist.tool(
        "sh", "-c", "dd if=/dev/zero of=\"$1\" bs=4k 2>/dev/null || true", "-", file.toString());
  }
}
