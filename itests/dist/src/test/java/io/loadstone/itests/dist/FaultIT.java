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
 * Storage that fails under a run, or can't do what was asked: it fails with the reason and keeps
 * what it measured.
 */
class FaultIT {
  private static final Duration SOON = Duration.ofSeconds(15);

  @RegisterExtension static final Agent AGENT = Agent.fresh("fault").allowing(Dist.BASE);

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @Test
  void aBlockBelowTheSectorsOfTheDeviceIsFoundBeforeTheFirstIo() {
    // B037, B003
    try (Mount mount = Mount.ext4WithSectors(4096)) {
      String target = "file:" + mount.file("t.dat") + "?size=4MiB";
      for (String direct : new String[] {"", "direct: required\n"}) {
        Ended run = AGENT.run(Plans.of(target, "blockSize: 512", 1, 0, 1) + direct).expect(2);
        assertThat(run.err())
            .contains("512", "no multiple of 4096", mount.file("t.dat").toString());
        assertThat(mount.file("t.dat")).doesNotExist();
      }
      String off = AGENT.completed(Plans.of(target, "blockSize: 512", 1, 0, 1) + "direct: off\n");
      assertThat(AGENT.result(off).path("steps").path(0).path("direct").asBoolean()).isFalse();
      String fits = AGENT.completed(Plans.of(target, "blockSize: 4KiB", 1, 0, 1));
      assertThat(AGENT.result(fits).path("steps").path(0).path("direct").asBoolean()).isTrue();
    }
  }

  @Test
  void aFileSystemWithoutDirectIoIsMarkedInTheResultAndRefusedIfAskedNotTo() {
    // B039
    try (Mount mount = Mount.tmpfs(24)) {
      String plan =
          Plans.of("file:" + mount.file("t.dat") + "?size=8MiB", "blockSize: 4KiB", 1, 0, 1);
      Ended required = AGENT.run(plan + "direct: required\n").expect(2);
      assertThat(required.err()).contains("tmpfs", "O_DIRECT", "direct: required");
      assertThat(mount.file("t.dat")).doesNotExist();

      Ended run = AGENT.run(plan).expect(0);
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

  // B109
  @Test
  void aReadOnlyFileSystemIsNamed() {
    try (Mount mount = Mount.tmpfs(24)) {
      String target = "file:" + mount.file("t.dat") + "?size=8MiB";
      AGENT.completed(Plans.of(target, "blockSize: 4KiB", 1, 0, 1));
      mount.remount("ro");
      for (String plan :
          new String[] {
            Plans.of(target, "blockSize: 4KiB, read: 0%", 1, 0, 1),
            Plans.of("file:" + mount.file("new.dat") + "?size=8MiB", "blockSize: 4KiB", 1, 0, 1)
          }) {
        Ended run = AGENT.run(plan).expect(1);
        assertThat(run.said()).containsPattern("(?i)read-only|EROFS");
      }
      AGENT.completed(Plans.measureOnly(target, "blockSize: 4KiB, read: 100%", 1));
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }

  @Test
  void anIoErrorEndsTheRunWithItsOffsetAndName() throws IOException {
    try (Mount mount = Mount.ext4(48)) {
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      AGENT.completed(Plans.of(target, "blockSize: 4KiB", 1, 0, 1));
      Dist.tool("sync", "-f", mount.point().toString());
      String id =
          AGENT.detach(
              Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%", 60)
                  + "direct: required\n");
      AGENT.awaitIntervals(id, 2);
      // What the file system believes to be there is gone.
      cut(mount.image(), 1 << 20);
      AGENT.awaitState(id, "FAILED", SOON);
      AGENT.assertFailedWithIntervals(id, "EIO");
      assertThat(AGENT.result(id).path("run").path("reason").asText())
          .contains("read at ")
          .contains(mount.file("t.dat").toString());
      assertThat(AGENT.health()).isEqualTo("ok");
    }
  }

  @Test
  void errorsAreCountedIfThePlanGoesOn() throws IOException {
    try (Mount mount = Mount.ext4(48)) {
      String target = "file:" + mount.file("t.dat") + "?size=24MiB";
      AGENT.completed(Plans.of(target, "blockSize: 4KiB", 1, 0, 1));
      Dist.tool("sync", "-f", mount.point().toString());
      cut(mount.image(), 1 << 20);
      Ended run =
          AGENT.run(
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
    AGENT.assertFailedWithIntervals(id, "removed.dat");
    assertThat(AGENT.health()).isEqualTo("ok");
    AGENT.completed(Plans.of("file:removed.dat?size=8MiB", "blockSize: 4KiB", 1, 0, 1));
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
    AGENT.assertFailedWithIntervals(id, "truncated.dat");
    assertThat(AGENT.health()).isEqualTo("ok");
  }

  private static void cut(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }
}
