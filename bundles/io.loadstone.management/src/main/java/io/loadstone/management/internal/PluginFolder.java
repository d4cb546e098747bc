package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.PluginRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/**
 * Finds jars in the folder of plug-ins that did not become bundles. The installer passes over what
 * is no bundle without a word, and a person who dropped it in waits for ever. Nor does it say in
 * words of use that a bundle of that name and version is there already.
 */
final class PluginFolder {
  /** The state of such a jar. */
  static final String NOT_INSTALLED = "not installed";

  // The launcher installs what is shipped by reference.
  private static final String OF_THE_PROGRAM = "reference:";

  // The installer looks twice at a file before it takes it, twice a second.
  private static final long SETTLED_MS = 3_000;

  private final @Nullable Path folder;

  /** A folder; {@code null} if there is none. */
  PluginFolder(@Nullable Path folder) {
    this.folder = folder;
  }

  static PluginFolder of(BundleContext context) {
    String folder = context.getProperty("loadstone.plugins");
    return new PluginFolder(folder == null || folder.isEmpty() ? null : Path.of(folder));
  }

  /** Jars that are no bundles, each with its cause. */
  List<PluginRow> strangers(List<Bundle> bundles, StartFailures failures) {
    if (folder == null || !Files.isDirectory(folder)) {
      return List.of();
    }
    Set<String> installed = bundles.stream().map(Bundle::getLocation).collect(Collectors.toSet());
    List<PluginRow> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        if (!installed.contains(jar.toFile().toURI().toString())) {
          rows.add(new PluginRow(jar.toString(), "", NOT_INSTALLED, cause(jar, bundles, failures)));
        }
      }
    } catch (IOException e) {
      rows.add(new PluginRow(folder.toString(), "", NOT_INSTALLED, "it can't be read: " + e));
    }
    return rows;
  }

  private static String cause(Path jar, List<Bundle> bundles, StartFailures failures) {
    Optional<String> failure = failures.at(jar.toString());
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      Optional<Bundle> twin = manifest == null ? Optional.empty() : twin(manifest, bundles);
      if (twin.isPresent()) {
        return taken(twin.get());
      }
      if (failure.isPresent()) {
        return "it is no bundle: " + failure.get() + ".";
      }
      if (manifest == null) {
        return "it has no manifest, so it is no bundle.";
      }
      if (manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME) == null) {
        return "its manifest has no Bundle-SymbolicName, so it is a plain jar and no bundle.";
      }
      boolean settled =
          System.currentTimeMillis() - Files.getLastModifiedTime(jar).toMillis() > SETTLED_MS;
      return settled ? "it was not taken; the log says why." : "it will be looked at in a moment.";
    } catch (IOException e) {
      return "it is no jar: " + e.getMessage() + ".";
    }
  }

  private static Optional<Bundle> twin(Manifest manifest, List<Bundle> bundles) {
    Attributes headers = manifest.getMainAttributes();
    String name = headers.getValue(Constants.BUNDLE_SYMBOLICNAME);
    if (name == null) {
      return Optional.empty();
    }
    String plainName = name.replaceFirst(";.*", "").strip(); // directives may follow it
    try {
      Version version = Version.parseVersion(headers.getValue(Constants.BUNDLE_VERSION));
      return bundles.stream()
          .filter(bundle -> plainName.equals(bundle.getSymbolicName()))
          .filter(bundle -> version.equals(bundle.getVersion()))
          .findFirst();
    } catch (IllegalArgumentException _) { // what is wrong with it is the installer's to say
      return Optional.empty();
    }
  }

  /** Whether a bundle was there before any plug-in. */
  static boolean isOfTheProgram(Bundle bundle) {
    return bundle.getLocation().startsWith(OF_THE_PROGRAM);
  }

  /** Why a plug-in is refused that has the name of a bundle of the program. */
  static String ofTheProgram(Bundle twin) {
    return "its Bundle-SymbolicName is that of %s %s, which is part of the program and is not replaced by a plug-in; give the plug-in a name of its own."
        .formatted(twin.getSymbolicName(), twin.getVersion());
  }

  private static String taken(Bundle twin) {
    return isOfTheProgram(twin)
        ? ofTheProgram(twin)
        : "its Bundle-SymbolicName and Bundle-Version, %s %s, are those of another plug-in, %s; only one of them can be there."
            .formatted(twin.getSymbolicName(), twin.getVersion(), twin.getLocation());
  }
}
