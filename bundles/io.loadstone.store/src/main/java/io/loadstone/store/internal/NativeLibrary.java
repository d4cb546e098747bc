package io.loadstone.store.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where SQLite's own library is unpacked to: a folder beside the results, not {@code /tmp}, from
 * which many servers execute nothing.
 */
final class NativeLibrary {
  // The driver reads this when it loads its library, once in the life of the JVM.
  private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";

  private NativeLibrary() {}

  /** Chooses the folder unless somebody has, and removes what killed agents left in it. */
  static synchronized void prepare(Path database) throws IOException {
    if (System.getProperty(FOLDER_PROPERTY) != null) {
      return;
    }
    Path folder = database.resolveSibling("native").toAbsolutePath();
    try {
      Files.createDirectories(folder);
      try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "sqlite-*")) {
        for (Path library : old) {
          Files.deleteIfExists(library);
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "opening the result store failed: the folder "
              + folder
              + " for SQLite's library cannot be written ("
              + StoreProblem.reason(e)
              + "); make it writable for the user of the agent, or set file in"
              + " io.loadstone.store.cfg to another folder",
          e);
    }
    System.setProperty(FOLDER_PROPERTY, folder.toString());
  }
}
