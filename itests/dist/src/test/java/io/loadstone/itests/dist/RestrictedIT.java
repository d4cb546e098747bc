package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * A system that gives the agent less than usual: it goes on with what it has, and says what is
 * lost.
 */
class RestrictedIT {
  @Test
  void withoutLockedMemoryItRunsAndSaysWhatIsLost() {
    try (Agent agent = Agent.fresh("memlock").startedThrough("prlimit", "--memlock=0:0", "--")) {
      agent.start();
      String run = agent.completed(Plans.mixed("file:t.dat?size=8MiB"));
      JsonNode step = agent.result(run).path("steps").path(0);
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
      String run = agent.completed(Plans.mixed("file:t.dat?size=8MiB"));
      JsonNode step = agent.result(run).path("steps").path(0);
      // Native AIO is as good only past the page cache.
      assertThat(step.path("engine").asText())
          .isEqualTo(step.path("direct").asBoolean() ? "aio" : "sync");
      Result.assertConsistent(step, 4096);
      Ended asked = agent.loadstone("run", plan.toString(), "--set", "engine=uring").expect(1);
      assertThat(asked.err()).contains("uring").contains("EPERM");
    }
  }

  // The system's linker looks there first, and finds no library in the file.
  @Test
  void withoutALibraryItStartsAndSaysWhatToInstall() throws IOException {
    Path folder = Files.createDirectory(Dist.scratch().resolve("no libiscsi"));
    Files.createFile(folder.resolve("libiscsi.so.7"));
    try (Agent agent =
        Agent.fresh("libiscsi")
            .configure("io.loadstone.targets.cfg", "allowedServers=127.0.0.1")
            .startedThrough("env", "LD_LIBRARY_PATH=" + folder)) {
      agent.start();
      assertThat(agent.health()).isEqualTo("ok");
      assertThat(agent.loadstone("engines").expect(0).out())
          .contains("iscsi")
          .contains("install the package libiscsi7");
      String target = "iscsi://127.0.0.1/iqn.2026-01.example:disks/1";
      Ended refused =
          agent.run(Plans.measureOnly(target, "blockSize: 4KiB, read: 100%, random: 100%", 1));
      assertThat(refused.status()).isNotZero();
      assertThat(refused.saysNothingForProgrammers().err())
          .contains(target, "install the package libiscsi7");
    }
  }
}
