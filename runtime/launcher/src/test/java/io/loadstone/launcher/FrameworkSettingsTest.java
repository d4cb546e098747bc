package io.loadstone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameworkSettingsTest {
  @TempDir Path folder;

  @Test
  void putTheAdministratorsOverTheProgramsAndReplaceVariables() throws Exception {
    Places places =
        new Places(
            folder.resolve("home"),
            folder.resolve("config"),
            folder.resolve("data with blank"),
            folder.resolve("logs"),
            folder.resolve("plugins"));
    places.publish();
    Files.createDirectories(places.home().resolve("lib"));
    Files.createDirectories(places.config());
    Files.writeString(
        places.home().resolve("lib/framework.properties"),
        "dir=${loadstone.data}/x,${loadstone.plugins}\npoll=1\nkept=${no.such.variable}\n");
    Files.writeString(places.config().resolve("framework.properties"), "poll=2\n");

    assertThat(FrameworkSettings.load(places).values())
        .containsEntry("dir", folder + "/data with blank/x," + folder + "/plugins")
        .containsEntry("poll", "2")
        .containsEntry("kept", "${no.such.variable}")
        .containsEntry("org.osgi.framework.storage", folder + "/data with blank/cache")
        .containsEntry("org.osgi.framework.storage.clean", "onFirstInit");
  }

  @Test
  void aFileThatIsNoTextIsNamedWithItsCure() throws Exception {
    Places places =
        new Places(
            folder.resolve("home"),
            folder.resolve("config"),
            folder.resolve("data"),
            folder.resolve("logs"),
            folder.resolve("plugins"));
    Files.createDirectories(places.home().resolve("lib"));
    Files.createDirectories(places.config());
    Files.createFile(places.home().resolve("lib/framework.properties"));
    Path own = places.config().resolve("framework.properties");
    Files.write(own, new byte[] {(byte) 0xC3, 0, (byte) 0xFF, (byte) 0xFE});

    assertThatThrownBy(() -> FrameworkSettings.load(places))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining(own + " can't be read: it is no text in UTF-8")
        .hasMessageContaining("remove it and the next start brings the default back");
  }
}
