package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.control.AgentMXBean.PluginRow;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.service.log.LogEntry;

class PluginFolderTest {
  @TempDir Path folder;
  private final StartFailures failures = new StartFailures();

  @Test
  void saysOfEachJarThatIsNoBundleWhy() throws Exception {
    Files.writeString(folder.resolve("half download.jar"), "PK half");
    jar("naked.jar", null);
    jar("plain.jar", "Created-By: me");
    jar("odd.jar", "Bundle-SymbolicName: odd");
    jar("good.jar", "Bundle-SymbolicName: good");
    Files.writeString(folder.resolve("notes.txt"), "no jar");
    failures.logged(
        proxy(
            LogEntry.class,
            Map.of(
                "getMessage",
                "Failed to install artifact: " + folder.resolve("odd.jar"),
                "getException",
                new IllegalArgumentException(
                    "java.lang.IllegalArgumentException: invalid version \"banana\"",
                    new NumberFormatException("For input string: \"banana\"")))));
    Bundle good =
        proxy(
            Bundle.class,
            Map.of("getLocation", folder.resolve("good.jar").toFile().toURI().toString()));

    List<PluginRow> rows = new PluginFolder(folder).strangers(List.of(good), failures);

    assertThat(rows)
        .extracting(row -> Path.of(row.name()).getFileName() + ": " + row.cause())
        .containsExactly(
            "half download.jar: it is no jar: zip END header not found.",
            "naked.jar: it has no manifest, so it is no bundle.",
            "odd.jar: it is no bundle: invalid version \"banana\".",
            "plain.jar: its manifest has no Bundle-SymbolicName, so it is a plain jar and no bundle.");
    assertThat(rows).allMatch(row -> row.state().equals("not installed"));
  }

  @Test
  void saysOfAJarWithTheNameAndVersionOfAnotherBundleThatItIsNotTaken() throws Exception {
    jar("core.jar", "Bundle-SymbolicName: io.loadstone.core; singleton:=true");
    jar("twice.jar", "Bundle-SymbolicName: mine");
    Bundle shipped = bundle("io.loadstone.core", "reference:file:/opt/core.jar");
    Bundle mine = bundle("mine", "file:/srv/plugins/mine.jar");

    assertThat(new PluginFolder(folder).strangers(List.of(shipped, mine), failures))
        .extracting(PluginRow::cause)
        .containsExactly(
            "its Bundle-SymbolicName is that of io.loadstone.core 0.0.0, which is part of the program"
                + " and is not replaced by a plug-in; give the plug-in a name of its own.",
            "its Bundle-SymbolicName and Bundle-Version, mine 0.0.0, are those of another plug-in,"
                + " file:/srv/plugins/mine.jar; only one of them can be there.");
  }

  private static Bundle bundle(String name, String location) {
    return proxy(
        Bundle.class,
        Map.of(
            "getSymbolicName",
            name,
            "getVersion",
            org.osgi.framework.Version.emptyVersion,
            "getLocation",
            location));
  }

  @Test
  void hasNothingToSayWhereThereIsNoFolder() {
    assertThat(new PluginFolder(null).strangers(List.of(), failures)).isEmpty();
    assertThat(new PluginFolder(folder.resolve("none")).strangers(List.of(), failures)).isEmpty();
  }

  private void jar(String name, String header) throws IOException {
    try (OutputStream file = Files.newOutputStream(folder.resolve(name));
        JarOutputStream jar = header == null ? new JarOutputStream(file) : named(file, header)) {
      jar.putNextEntry(new java.util.zip.ZipEntry("x"));
    }
  }

  private static JarOutputStream named(OutputStream file, String header) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    String[] parts = header.split(": ", 2);
    manifest.getMainAttributes().putValue(parts[0], parts[1]);
    return new JarOutputStream(file, manifest);
  }

  private static <T> T proxy(Class<T> type, Map<String, ?> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> answers.get(method.getName())));
  }
}
