package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Files of configuration that are wrong, misspelt or short. */
class ConfigurationIT {
  @Test
  void aWrongSettingIsNamedWithItsFileAndValue() {
    try (Agent agent = Agent.fresh("wrong setting")) {
      agent.configure(
          "io.loadstone.http.cfg", "host=127.0.0.1", "port=often", "dataFolder=${loadstone.data}");
      Ended start = agent.loadstone("start").expect(4);
      assertThat(start.said())
          .contains("io.loadstone.http", "port", "often")
          .contains(agent.logs().toString());
    }
  }

  @Test
  void aResultFileThatCannotBeOpenedFailsTheStartAlthoughTheAgentAnswers() throws IOException {
    try (Agent agent = Agent.fresh("no results")) {
      Path file = Files.createDirectories(agent.folder().resolve("results.db"));
      Dist.give(file);
      agent.configure("io.loadstone.store.cfg", "file=" + file);
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.err()).contains("Results can't be kept", file + " is no regular file");
      assertThat(agent.loadstone("plugins").expect(0).out()).contains("Results can't be kept");
      // Where it lies in the way, it can be taken away without another start.
      Files.delete(file);
      agent.completed(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    }
  }

  @Test
  void whatNothingReadsIsToldWithTheNearestNameUntilItIsMended() throws IOException {
    try (Agent agent = Agent.fresh("misspelt")) {
      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurentRuns=2");
      agent.configure("io.loadstone.run.cfg", "concurrentRuns=2");
      String key =
          "io.loadstone.runs.cfg: nothing reads the key \"concurentRuns\" (did you mean"
              + " \"concurrentRuns\"?)";
      String file =
          "io.loadstone.run.cfg: nothing reads a file of this name (did you mean"
              + " io.loadstone.runs.cfg?)";

      assertThat(agent.start().said()).contains(key, file);
      assertThat(agent.loadstone("status").expect(0).out()).containsAnyOf(key, file);
      assertThat(agent.logged()).contains(key, file);

      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurrentRuns=2");
      await("the key is mended").atMost(Agent.BOUND).until(() -> agent.health().startsWith(file));
      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurentRuns=2");
      Files.delete(agent.config().resolve("io.loadstone.run.cfg"));
      await("the file is gone").atMost(Agent.BOUND).until(() -> agent.health().startsWith(key));
      agent.configure("io.loadstone.runs.cfg", "loops=1", "concurrentRuns=2");
      await("health").atMost(Agent.BOUND).until(agent::health, "ok"::equals);
    }
  }

  @Test
  void aLineThatIsLeftOutHasItsDocumentedDefault() {
    try (Agent agent = Agent.fresh("short configuration")) {
      agent.configure("io.loadstone.targets.cfg", "allowedFolders=/nowhere");
      agent.configure("io.loadstone.store.cfg", "# nothing");
      agent.start();

      assertThat(agent.health()).isEqualTo("ok");
      assertThat(agent.loadstone("targets").expect(0).out())
          .contains(agent.data().resolve("targets").toString());
      assertThat(agent.data().resolve("results.db")).exists();
    }
  }

  @Test
  void aChangeDisturbsNoRunThatGoesOn() {
    try (Agent agent = Agent.fresh("changed")) {
      agent.start();
      String id = agent.detach(Plans.endless("file:t.dat?size=8MiB"));
      agent.awaitIntervals(id, 1);

      agent.allowing(agent.folder());
      agent.configure("io.loadstone.runs.cfg", "concurrentRuns=2");
      String file = "file:" + agent.folder().resolve("beside.dat") + "?size=8MiB";
      await("the folder is allowed")
          .atMost(Agent.BOUND)
          .until(() -> agent.loadstone("targets").out().contains("/changed "));
      agent.completed(Plans.of(file, "blockSize: 4KiB", 1, 0, 1));

      agent.configure("io.loadstone.runs.cfg", "concurrentRuns=many");
      agent.configure("io.loadstone.targets.cfg", "allowedFolders=not/absolute");
      await("both are told").atMost(Agent.BOUND).until(() -> agent.health().contains("And 1 more"));
      assertThat(agent.health()).containsAnyOf("concurrentRuns is \"many\"", "not/absolute");
      agent.configure("io.loadstone.store.cfg", "file=" + agent.folder().resolve("other.db"));
      await("that is told, too").atMost(Agent.BOUND).until(() -> agent.health().contains("And 2"));
      assertThat(agent.folder().resolve("other.db")).doesNotExist();
      agent.completed(Plans.of(file, "blockSize: 4KiB", 1, 0, 1));
      assertThat(agent.live(id).path("State").asText()).isEqualTo("RUNNING");
    }
  }
}
