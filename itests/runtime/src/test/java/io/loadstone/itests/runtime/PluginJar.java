package io.loadstone.itests.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar in the plug-in folder of the agent; it appears and changes as a whole. */
final class PluginJar {
  private final Path jar;
  private final Path draft;

  PluginJar(String name) {
    jar = Control.place("plugins").resolve(name);
    draft = Control.place("data").resolve(name + ".draft");
  }

  /** The example profile as built, under another version. */
  void dropExample(String version) throws IOException {
    Path example = Path.of(System.getProperty("loadstone.example"));
    try (InputStream file = Files.newInputStream(example);
        JarInputStream in = new JarInputStream(file)) {
      Manifest manifest = in.getManifest();
      manifest.getMainAttributes().putValue("Bundle-Version", version);
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(draft), manifest)) {
        for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
          out.putNextEntry(new JarEntry(entry.getName()));
          in.transferTo(out);
          out.closeEntry();
        }
      }
    }
    drop();
  }

  /** A bundle that needs a package. */
  void dropBroken(String name, String missingPackage) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", name);
    main.putValue("Bundle-Version", "1.0.0");
    main.putValue("Import-Package", missingPackage);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(draft), manifest)) {
      out.finish();
    }
    drop();
  }

  void delete() throws IOException {
    Files.deleteIfExists(jar);
  }

  private void drop() throws IOException {
    Files.move(draft, jar, StandardCopyOption.ATOMIC_MOVE);
  }
}
