package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Storage and system that fail under a run: it fails with the reason and keeps what it measured.
 */
class FaultIT {
  private static final Duration SOON = Duration.ofSeconds(15);
  // About 3 MB/s.
  private static final String SLOW_WRITES =
      "blockSize: 64KiB, read: 0%, random: 0%, burst: 1, delay: 20ms";

  @Test
  void aFullDiskDuringLayoutIsNamed() {
    try (Mount mount = Mount.ext4(16);
        Agent agent = Agent.fresh("full").allowing(mount.point())) {
      agent.start();
      Ended run =
          run(
                  agent,
                  Plans.of(
                      "file:" + mount.file("t.dat") + "?size=64MiB", "blockSize: 4KiB", 1, 0, 1))
              .expect(1);
      assertThat(run.said())
          .contains(mount.file("t.dat").toString())
          .containsPattern("ENOSPC|space");
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void aDiskThatFillsDuringTheRunFailsItWithItsIntervals() {
    try (Mount mount = Mount.tmpfs(12);
        Agent agent = Agent.fresh("fills").allowing(mount.point())) {
      agent.start();
      String plan =
          Plans.of("file:" + mount.file("t.dat") + "?size=64MiB", SLOW_WRITES, 1, 0, 60)
              + "layout: sparse\n";
      Ended run = run(agent, plan).expect(1);
      assertFailedWithIntervals(agent, Agent.idIn(run), "ENOSPC");
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void aReadOnlyFileSystemIsNamed() {
    try (Mount mount = Mount.tmpfs(24);
        Agent agent = Agent.fresh("read-only").allowing(mount.point())) {
      agent.start();
      String target = "file:" + mount.file("t.dat") + "?size=8MiB";
      run(agent, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      mount.remount("ro");
      for (String plan :
          new String[] {
            Plans.of(target, "blockSize: 4KiB, read: 0%", 1, 0, 1),
            Plans.of("file:" + mount.file("new.dat") + "?size=8MiB", "blockSize: 4KiB", 1, 0, 1)
          }) {
        Ended run = run(agent, plan).saysNothingForProgrammers();
        assertThat(run.status()).as(run.toString()).isIn(1, 3);
        assertThat(run.said()).containsPattern("(?i)read-only|EROFS");
      }
      run(agent, Plans.measureOnly(target, "blockSize: 4KiB, read: 100%", 1)).expect(0);
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void anIoErrorEndsTheRunWithItsOffsetAndName() throws IOException {
    try (Mount mount = Mount.ext4(48);
        Agent agent = Agent.fresh("eio").allowing(mount.point())) {
      agent.start();
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      run(agent, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      Dist.tool("sync", "-f", mount.point().toString());
      String id =
          agent.detach(
              Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%", 60)
                  + "direct: required\n");
      agent.awaitIntervals(id, 2);
      // What the file system believes to be there is gone.
      cut(mount.image(), 1 << 20);
      agent.awaitState(id, "FAILED", SOON);
      assertFailedWithIntervals(agent, id, "EIO");
      assertThat(agent.result(id).path("run").path("reason").asText())
          .contains("read at ")
          .contains(mount.file("t.dat").toString());
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void errorsAreCountedIfThePlanGoesOn() throws IOException {
    try (Mount mount = Mount.ext4(48);
        Agent agent = Agent.fresh("eio goes on").allowing(mount.point())) {
      agent.start();
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      run(agent, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      Dist.tool("sync", "-f", mount.point().toString());
      cut(mount.image(), 1 << 20);
      Ended run =
          run(
              agent,
              Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%, delay: 1ms", 2)
                  + "direct: required\nonError: continue\n");
      JsonNode result = agent.result(Agent.idIn(run));
      assertThat(result.path("steps").path(0).path("read").path("errors").asLong()).isPositive();
      assertThat(result.path("steps").path(0).path("verdict").path("state").asText())
          .isNotEqualTo("valid");
    }
  }

  @Test
  void aTargetThatIsRemovedFailsTheRunWithItsIntervals() throws IOException {
    try (Agent agent = Agent.fresh("removed")) {
      agent.start();
      String id = agent.detach(Plans.endless("file:t.dat?size=8MiB"));
      agent.awaitIntervals(id, 2);
      Files.delete(agent.target("t.dat"));
      agent.awaitState(id, "FAILED", SOON);
      assertFailedWithIntervals(agent, id, "t.dat");
      agent.loadstone("status").expect(0);
      run(agent, Plans.of("file:t.dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1)).expect(0);
    }
  }

  @Test
  void aTargetThatIsTruncatedFailsTheRunWithItsIntervals() throws IOException {
    try (Agent agent = Agent.fresh("truncated")) {
      agent.start();
      String id =
          agent.detach(
              Plans.measureOnlyAfterLayout(
                  "file:t.dat?size=8MiB", "blockSize: 4KiB, read: 100%, random: 100%", 60));
      agent.awaitIntervals(id, 2);
      cut(agent.target("t.dat"), 1 << 20);
      agent.awaitState(id, "FAILED", SOON);
      assertFailedWithIntervals(agent, id, "t.dat");
      agent.loadstone("status").expect(0);
    }
  }

  @Test
  void withoutLockedMemoryItRunsAndSaysWhatIsLost() {
    try (Agent agent = Agent.fresh("memlock").startedThrough("prlimit", "--memlock=0:0", "--")) {
      agent.start();
      Ended run = run(agent, Plans.mixed("file:t.dat?size=8MiB")).expect(0);
      JsonNode step = agent.result(Agent.idIn(run)).path("steps").path(0);
      Result.assertConsistent(step, 4096);
      String engines = agent.loadstone("engines").expect(0).out();
      System.out.println("without locked memory " + step.path("engine").asText() + ": " + engines);
      if (!step.path("engine").asText().equals("uring") || engines.contains("MEMLOCK")) {
        assertThat(engines).contains("MEMLOCK");
      }
    }
  }

  @Test
  void withoutIoUringItTakesSyncAndSaysWhy() {
    try (Agent agent = Agent.fresh("no uring").startedThrough(WithoutIoUring.prefix())) {
      agent.start();
      assertThat(agent.loadstone("engines").expect(0).out()).contains("uring").contains("EPERM");
      Path plan = agent.write("p.yaml", Plans.mixed("file:t.dat?size=8MiB"));
      assertThat(agent.loadstone("run", plan.toString(), "--preview").expect(0).out())
          .contains("sync");
      Ended run = agent.loadstone("run", plan.toString()).expect(0);
      JsonNode step = agent.result(Agent.idIn(run)).path("steps").path(0);
      assertThat(step.path("engine").asText()).isEqualTo("sync");
      Result.assertConsistent(step, 4096);
      Ended asked =
          agent
              .loadstone("run", plan.toString(), "--set", "engine=uring")
              .saysNothingForProgrammers();
      assertThat(asked.status()).as(asked.toString()).isIn(1, 2, 3);
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
      assumeTrue(fill(mount.file("ballast")), "the file system can't be filled");
      Ended run = run(agent, Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
      assertThat(run.saysNothingForProgrammers().status()).as(run.toString()).isEqualTo(1);
      assertThat(run.said()).contains(mount.file("results.db").toString()).contains("full");
      agent.loadstone("status").expect(0);
      Dist.tool("rm", mount.file("ballast").toString());
      run(agent, Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)).expect(0);
    }
  }

  private static boolean fill(Path file) {
    Dist.tool(
        "sh", "-c", "dd if=/dev/zero of=\"$1\" bs=4k 2>/dev/null || true", "-", file.toString());
    return Files.exists(file);
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
