package io.loadstone.itests.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A bundle that can't be resolved: it needs a package that nobody has. */
final class BrokenBundle {
  private BrokenBundle() {}

  static void write(Path jar) throws IOException {
    write(jar, "it.broken", "1.0.0", "no.such.package");
  }

  /** One that calls itself so and needs this package. */
  static void write(Path jar, String name, String version, String imported) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", name);
    main.putValue("Bundle-Version", version);
    main.putValue("Import-Package", imported);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.finish();
    }
  }
}
