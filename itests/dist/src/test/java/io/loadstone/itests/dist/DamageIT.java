package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A data folder that is damaged, or none: nothing in it is lost. */
class DamageIT {
  private static final String PLAN = Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1);

  @Test
  void aDamagedResultFileIsSetAsideAndKept() throws IOException {
    try (Agent agent = Agent.fresh("damaged results")) {
      agent.start();
      agent.completed(PLAN);
      agent.loadstone("stop").expect(0);
      byte[] garbage = new byte[64 * 1024];
      new Random(1).nextBytes(garbage);
      Path file = agent.data().resolve("results.db");
      Files.write(file, garbage);

      agent.start();
      String run = agent.completed(PLAN);
      assertThat(agent.sqlite("SELECT id FROM runs")).isEqualTo(run);
      try (Stream<Path> files = Files.list(agent.data())) {
        assertThat(files)
            .filteredOn(f -> f.getFileName().toString().startsWith("results.db.damaged-"))
            .singleElement()
            .satisfies(f -> assertThat(f).hasBinaryContent(garbage));
      }
      assertThat(agent.logged()).contains("results.db was damaged");
      assertThat(agent.health()).contains("results.db was damaged and moved aside", ".recover");
    }
  }

  @Test
  void aDataFolderThatIsAFileIsNamed() {
    try (Agent agent = Agent.fresh("data is a file")) {
      agent.write("data", "not a folder\n");
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.said()).contains(agent.data().toString()).contains("LOADSTONE_DATA");
      assertThat(agent.data()).hasContent("not a folder");
    }
  }

  @Test
  void aDataFolderOfSomebodyElseIsNamed() throws IOException {
    assumeTrue(Dist.root(), "only root can make a folder of somebody else");
    try (Agent agent = Agent.fresh("foreign data")) {
      Files.createDirectory(
          agent.data(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      Ended start = agent.loadstone("start", "--port", "0").expect(4);
      assertThat(start.said()).contains(agent.data().toString()).contains("LOADSTONE_DATA");
    }
  }

  @Test
  void damagedControlFilesDoNotKeepItFromStarting() throws IOException {
    try (Agent agent = Agent.fresh("damaged control")) {
      agent.start();
      agent.loadstone("stop").expect(0);
      try (Stream<Path> files = Files.list(agent.data().resolve("control"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.write(file, new byte[] {0, 1, 2, (byte) 0xff});
        }
      }
      agent.loadstone("status").expect(4);
      agent.start();
      agent.loadstone("status").expect(0);
    }
  }
}
