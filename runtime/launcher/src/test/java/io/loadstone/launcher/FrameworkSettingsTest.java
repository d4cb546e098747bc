package io.loadstone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "felix.fileinstall.poll, abc, a whole number from 100 to 60000",
    "felix.fileinstall.poll, -5, a whole number from 100 to 60000",
    "felix.fileinstall.poll, '', a whole number from 100 to 60000",
    "felix.fileinstall.log.level, 5, a whole number from 1 to 4",
    "ds.loglevel, loud, 'error, warn, info, debug'"
  })
  void aValueThatIsNotAllowedIsNamedWithFileAndKey(String key, String value, String allowed)
      throws Exception {
    Path own = own(key + "=" + value + "\n");

    assertThatThrownBy(() -> FrameworkSettings.load(places()))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessage("%s=%s in %s can't be used; allowed: %s", key, value, own, allowed);
  }

  @Test
  void anUnknownKeyIsHandedOnWithARemark() throws Exception {
    own("felix.fileinstal.poll=5\nfelix.fileinstall.poll=200\n");

    FrameworkSettings settings = FrameworkSettings.load(places());

    assertThat(settings.values()).containsEntry("felix.fileinstal.poll", "5");
    assertThat(settings.remarks())
        .singleElement()
        .asString()
        .contains("the key felix.fileinstal.poll is none of those")
        .contains("felix.fileinstall.poll");
  }

  @Test
  void aFolderInThePlaceOfTheFileIsNamed() throws Exception {
    Path own = own("");
    Files.delete(own);
    Files.createDirectory(own);

    assertThatThrownBy(() -> FrameworkSettings.load(places()))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageStartingWith(own + " can't be read: Is a directory");
  }

  private Path own(String text) throws IOException {
    Files.createDirectories(places().home().resolve("lib"));
    Files.createDirectories(places().config());
    Files.createFile(places().home().resolve("lib/framework.properties"));
    return Files.writeString(places().config().resolve("framework.properties"), text);
  }

  private Places places() {
    return new Places(
        folder.resolve("home"),
        folder.resolve("config"),
        folder.resolve("data"),
        folder.resolve("logs"),
        folder.resolve("plugins"));
  }
}
