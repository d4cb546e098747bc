package io.loadstone.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultConfigurationTest {
  @TempDir Path folder;
  private Path shipped;
  private Path config;

  @BeforeEach
  void ship() throws Exception {
    shipped = Files.createDirectories(folder.resolve("shipped"));
    config = Files.createDirectories(folder.resolve("config"));
    Files.writeString(shipped.resolve("io.loadstone.runs.cfg"), "loops=0\n");
    Files.createDirectory(shipped.resolve("plans"));
    Files.writeString(shipped.resolve("plans/a.yaml"), "name: a\n");
  }

  @Test
  void copiesWhatIsMissing() throws Exception {
    DefaultConfiguration.copyMissing(shipped, config);

    assertThat(config.resolve("io.loadstone.runs.cfg")).hasContent("loops=0\n");
    assertThat(config.resolve("plans/a.yaml")).hasContent("name: a\n");
  }

  @Test
  void neverOverwritesAndNeverBringsBackADeletedExample() throws Exception {
    Files.writeString(config.resolve("io.loadstone.runs.cfg"), "loops=7\n");
    Files.createDirectory(config.resolve("plans"));

    DefaultConfiguration.copyMissing(shipped, config);

    assertThat(config.resolve("io.loadstone.runs.cfg")).hasContent("loops=7\n");
    assertThat(config.resolve("plans")).isEmptyDirectory();
  }
}
