package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
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

  // B099, B043
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
      // B097: once, with the first offset, and no flood.
      assertThat(run.err()).containsPattern("write at \\d+ on .*t\\.dat failed: ENOSPC \\(28\\)");
      assertThat(run.err().lines()).hasSizeLessThan(10);
      JsonNode step = AGENT.result(Agent.idIn(run)).path("steps").path(0);
      assertThat(step.path("write").path("bytes").asLong()).isBetween(1L, 12L << 20);
      AGENT.loadstone("status").expect(0);
    }
  }

  @Test
  void aBlockBelowTheSectorsOfTheDeviceIsFoundBeforeTheFirstIo() {
    // B037, B003
    try (Mount mount = Mount.ext4WithSectors(4096)) {
      String target = "file:" + mount.file("t.dat") + "?size=4MiB";
      for (String direct : new String[] {"", "direct: required\n"}) {
        Ended run = run(AGENT, Plans.of(target, "blockSize: 512", 1, 0, 1) + direct).expect(2);
        assertThat(run.err())
            .contains("512", "no multiple of 4096", mount.file("t.dat").toString());
        assertThat(mount.file("t.dat")).doesNotExist();
      }
      Ended off =
          run(AGENT, Plans.of(target, "blockSize: 512", 1, 0, 1) + "direct: off\n").expect(0);
      assertThat(AGENT.result(Agent.idIn(off)).path("steps").path(0).path("direct").asBoolean())
          .isFalse();
      Ended fits = run(AGENT, Plans.of(target, "blockSize: 4KiB", 1, 0, 1)).expect(0);
      assertThat(AGENT.result(Agent.idIn(fits)).path("steps").path(0).path("direct").asBoolean())
          .isTrue();
    }
  }

  @Test
  void aFileSystemWithoutDirectIoIsMarkedInTheResultAndRefusedIfAskedNotTo() {
    // B039
    try (Mount mount = Mount.tmpfs(24)) {
      String plan =
          Plans.of("file:" + mount.file("t.dat") + "?size=8MiB", "blockSize: 4KiB", 1, 0, 1);
      Ended required = run(AGENT, plan + "direct: required\n").expect(2);
      assertThat(required.err()).contains("tmpfs", "O_DIRECT", "direct: required");
      assertThat(mount.file("t.dat")).doesNotExist();

      Ended run = run(AGENT, plan).expect(0);
      assertThat(run.said()).containsIgnoringCase("buffered");
      JsonNode result = AGENT.result(Agent.idIn(run));
      assertThat(result.path("steps").path(0).path("direct").asBoolean(true)).isFalse();
      assertThat(AGENT.loadstone("show", Agent.idIn(run)).expect(0).out())
          .containsIgnoringCase("buffered");
    }
  }

  @Test
  void theEndOfOneRunIsNoErrorOfAnother() {
    // B193: a cancelled thread of the JDK's file channels would close them for all. Threads, one an
    // I/O, are what the engine sync has.
    try (Agent agent = Agent.fresh("two runs")) {
      agent.configure("io.loadstone.runs.cfg", "concurrentRuns=2");
      agent.start();
      String all =
          Plans.of("file:a.dat?size=8MiB", "blockSize: 4KiB, read: 50%, random: 100%", 4, 0, 4)
              + "engine: sync\n";
      String goesOn = agent.detach(all);
      String aborted = agent.detach(Plans.endless("file:b.dat?size=8MiB") + "engine: sync\n");
      agent.awaitIntervals(goesOn, 1);
      agent.awaitIntervals(aborted, 1);
      agent.loadstone("abort", aborted).expect(0);
      agent.awaitState(aborted, "STOPPED", SOON);
      agent.awaitState(goesOn, "COMPLETED", SOON);
      for (String id : new String[] {goesOn, aborted}) {
        JsonNode step = agent.result(id).path("steps").path(0);
        assertThat(step.path("engine").asText()).isEqualTo("sync");
        assertThat(step.path("total").path("errors").asLong()).isZero();
        assertThat(step.path("total").path("operations").asLong()).isPositive();
      }
    }
  }

  @Test
  void aQuotaThatIsUsedUpIsNamedByLayoutAndRun() {
    // B109
    try (Mount mount = Mount.btrfsWithQuota(200, 16)) {
      Path file = mount.file("t.dat");
      String target = "file:" + file + "?size=64MiB";
      Ended layout = run(AGENT, Plans.of(target, SLOW_WRITES, 1, 0, 60)).expect(1);
      assertThat(layout.err()).contains("Reserving 67108864 bytes for " + file, "EDQUOT (122)");
      assertThat(AGENT.result(Agent.idIn(layout)).path("run").path("state").asText())
          .isEqualTo("FAILED");
      assertThat(file).doesNotExist();

      Ended run =
          run(AGENT, Plans.of(target, SLOW_WRITES, 1, 0, 60) + "layout: sparse\n").expect(1);
      assertThat(run.err()).containsPattern("write at \\d+ on .*t\\.dat failed: EDQUOT \\(122\\)");
      assertFailedWithIntervals(AGENT, Agent.idIn(run), "EDQUOT (122)");
    }
  }

  // B109
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
      Dist.tool("rm", mount.file("ballast").toString());

      // The result of the step fitted still, or is made of the intervals now.
      agent.loadstone("stop").expect(0);
      agent.start();
      JsonNode result = agent.result(id);
      assertThat(result.path("run").path("state").asText()).isIn("FAILED", "INTERRUPTED");
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
