package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Storage and system that fail under a run: it fails with the reason and keeps what it measured.
 */
class FaultIT {
  private static final Duration SOON = Duration.ofSeconds(15);
  // About 3 MB/s.
  private static final String SLOW_WRITES =
      "blockSize: 4KiB, read: 0%, random: 0%, burst: 16, delay: 20ms";

  @RegisterExtension static final Agent AGENT = Agent.fresh("fault").allowing(Dist.BASE);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @Test
  void aFileThatDoesNotFitIsNamedBeforeAnythingIsWritten() {
    try (Mount mount = Mount.ext4(16)) {
      Path file = mount.file("t.dat");
      Ended run =
          run(AGENT, Plans.of("file:" + file + "?size=64MiB", "blockSize: 4KiB", 1, 0, 1))
              .expect(1);
      assertThat(run.said()).contains(file.toString(), Integer.toString(64 << 20));
      assertThat(file).doesNotExist();
    }
  }

  @Test
  void storageThatPromisedMoreThanItHasFailsTheLayout() throws IOException {
    // As a thin LUN does: the file system sees 64 MiB, what is below it holds 12.
    try (Mount below = Mount.tmpfs(12);
        Mount mount = Mount.ext4(64, below.file("thin.img"))) {
      Path file = mount.file("t.dat");
      Ended run =
          run(AGENT, Plans.of("file:" + file + "?size=32MiB", "blockSize: 4KiB", 1, 0, 1))
              .expect(1);
      assertThat(run.said()).contains(file.toString()).containsPattern("ENOSPC|EIO");
      JsonNode result = AGENT.result(Agent.idIn(run));
      assertThat(result.path("run").path("state").asText()).isEqualTo("FAILED");
      assertThat(result.path("run").path("reason").asText()).containsPattern("ENOSPC|EIO");
      AGENT.loadstone("status").expect(0);
    }
  }

  @Test
  void aDiskThatFillsDuringTheRunFailsItWithItsIntervals() {
    try (Mount mount = Mount.tmpfs(12)) {
      String target = "file:" + mount.file("t.dat") + "?size=64MiB";
      Ended run =
          run(AGENT, Plans.of(target, SLOW_WRITES, 1, 0, 60) + "layout: sparse\n").expect(1);
      assertFailedWithIntervals(AGENT, Agent.idIn(run), "ENOSPC");
      AGENT.loadstone("status").expect(0);
    }
  }

  @Test
  void aReadOnlyFileSystemIsNamed() {
    try (Mount mount = Mount.tmpfs(24)) {
      String target = "file:" + mount.file("t.dat") + "?size=8MiB";
      run(AGENT, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      mount.remount("ro");
      for (String plan :
          new String[] {
            Plans.of(target, "blockSize: 4KiB, read: 0%", 1, 0, 1),
            Plans.of("file:" + mount.file("new.dat") + "?size=8MiB", "blockSize: 4KiB", 1, 0, 1)
          }) {
        Ended run = run(AGENT, plan).expect(1);
        assertThat(run.said()).containsPattern("(?i)read-only|EROFS");
      }
      run(AGENT, Plans.measureOnly(target, "blockSize: 4KiB, read: 100%", 1)).expect(0);
      AGENT.loadstone("status").expect(0);
    }
  }

  @Test
  void anIoErrorEndsTheRunWithItsOffsetAndName() throws IOException {
    try (Mount mount = Mount.ext4(48)) {
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      run(AGENT, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      Dist.tool("sync", "-f", mount.point().toString());
      String id =
          AGENT.detach(
              Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%", 60)
                  + "direct: required\n");
      AGENT.awaitIntervals(id, 2);
      // What the file system believes to be there is gone.
      cut(mount.image(), 1 << 20);
      AGENT.awaitState(id, "FAILED", SOON);
      assertFailedWithIntervals(AGENT, id, "EIO");
      assertThat(AGENT.result(id).path("run").path("reason").asText())
          .contains("read at ")
          .contains(mount.file("t.dat").toString());
      AGENT.loadstone("status").expect(0);
    }
  }

  @Test
  void errorsAreCountedIfThePlanGoesOn() throws IOException {
    try (Mount mount = Mount.ext4(48)) {
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      run(AGENT, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      Dist.tool("sync", "-f", mount.point().toString());
      cut(mount.image(), 1 << 20);
      Ended run =
          run(
              AGENT,
              Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%, delay: 1ms", 2)
                  + "direct: required\nonError: continue\n");
      JsonNode result = AGENT.result(Agent.idIn(run));
      assertThat(result.path("steps").path(0).path("read").path("errors").asLong()).isPositive();
      assertThat(result.path("steps").path(0).path("verdict").path("state").asText())
          .isNotEqualTo("valid");
    }
  }

  @Test
  void aTargetThatIsRemovedFailsTheRunWithItsIntervals() throws IOException {
    String id = AGENT.detach(Plans.endless("file:removed.dat?size=8MiB"));
    AGENT.awaitIntervals(id, 2);
    Files.delete(AGENT.target("removed.dat"));
    AGENT.awaitState(id, "FAILED", SOON);
    assertFailedWithIntervals(AGENT, id, "removed.dat");
    AGENT.loadstone("status").expect(0);
    run(AGENT, Plans.of("file:removed.dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1)).expect(0);
  }

  @Test
  void aTargetThatIsTruncatedFailsTheRunWithItsIntervals() throws IOException {
    String id =
        AGENT.detach(
            Plans.measureOnlyAfterLayout(
                "file:truncated.dat?size=8MiB", "blockSize: 4KiB, read: 100%, random: 100%", 60));
    AGENT.awaitIntervals(id, 2);
    cut(AGENT.target("truncated.dat"), 1 << 20);
    AGENT.awaitState(id, "FAILED", SOON);
    assertFailedWithIntervals(AGENT, id, "truncated.dat");
    AGENT.loadstone("status").expect(0);
  }

  @Test
  void withoutLockedMemoryItRunsAndSaysWhatIsLost() {
    try (Agent agent = Agent.fresh("memlock").startedThrough("prlimit", "--memlock=0:0", "--")) {
      agent.start();
      Ended run = run(agent, Plans.mixed("file:t.dat?size=8MiB")).expect(0);
      JsonNode step = agent.result(Agent.idIn(run)).path("steps").path(0);
      Result.assertConsistent(step, 4096);
      String engines = agent.loadstone("engines").expect(0).out();
      // Since Linux 5.12 a ring itself needs none; what is registered with it still does.
      if (!step.path("engine").asText().equals("uring")) {
        assertThat(engines).contains("ulimit -l");
      }
    }
  }

  @Test
  void withoutIoUringItTakesTheNextBestAndSaysWhy() {
    try (Agent agent = Agent.fresh("no uring").startedThrough(WithoutIoUring.prefix())) {
      agent.start();
      assertThat(agent.loadstone("engines").expect(0).out()).contains("uring").contains("EPERM");
      Path plan = agent.write("p.yaml", Plans.mixed("file:t.dat?size=8MiB"));
      assertThat(agent.loadstone("run", plan.toString(), "--preview").expect(0).out())
          .contains("passed over: uring")
          .contains("EPERM");
      Ended run = agent.loadstone("run", plan.toString()).expect(0);
      JsonNode step = agent.result(Agent.idIn(run)).path("steps").path(0);
      // Native AIO is as good only past the page cache.
      assertThat(step.path("engine").asText())
          .isEqualTo(step.path("direct").asBoolean() ? "aio" : "sync");
      Result.assertConsistent(step, 4096);
      Ended asked = agent.loadstone("run", plan.toString(), "--set", "engine=uring").expect(1);
      assertThat(asked.err()).contains("uring").contains("EPERM");
    }
  }

  @Test
  void aFullDiskUnderTheResultsIsNamed() {
    try (Mount mount = Mount.tmpfs(8);
        Agent agent = Agent.fresh("results full")) {
      agent.configure("io.loadstone.store.cfg", "file=" + mount.file("results.db"));
      agent.start();
      run(agent, Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)).expect(0);
      fill(mount.file("ballast"));
      Ended run = run(agent, Plans.of("noop:", "blockSize: 4KiB", 1, 0, 30));
      assertThat(run.saysNothingForProgrammers().status()).as(run.toString()).isEqualTo(1);
      assertThat(run.said()).contains(mount.file("results.db").toString()).contains("full");
      agent.loadstone("status").expect(0);
      Dist.tool("rm", mount.file("ballast").toString());
      run(agent, Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)).expect(0);
    }
  }

  private static void fill(Path file) {
    Dist.tool(
        "sh", "-c", "dd if=/dev/zero of=\"$1\" bs=4k 2>/dev/null || true", "-", file.toString());
  }

  private static void cut(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  private static Ended run(Agent agent, String plan) {
    return agent.loadstone("run", agent.write("p.yaml", plan).toString());
  }

  private static void assertFailedWithIntervals(Agent agent, String id, String reason) {
    JsonNode run = agent.result(id).path("run");
    assertThat(run.path("state").asText()).isEqualTo("FAILED");
    assertThat(run.path("reason").asText()).contains(reason);
    assertThat(
            Long.parseLong(
                agent.sqlite(
                    "SELECT sum(total_operations) FROM intervals WHERE run_id = '" + id + "'")))
        .as("operations in intervals that were kept")
        .isPositive();
  }
}
