package io.loadstone.store.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's own library, unpacked into a folder beside the results, as many servers execute nothing
 * from {@code /tmp}; or into {@code /tmp}, if it is the other way round.
 */
final class NativeLibrary {
  // The driver unpacks to this folder.
  private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";

  private static boolean loaded;

  private NativeLibrary() {}

  /**
   * Loads the library once in the life of the JVM. The driver must never do that by itself: after a
   * failure it takes itself for loaded, and every call ends in an UnsatisfiedLinkError.
   *
   * @throws IOException if no folder will do; the next call tries again
   */
  static synchronized void load(Path database) throws IOException {
    if (loaded) {
      return;
    }
    String chosen = System.getProperty(FOLDER_PROPERTY);
    List<Path> folders =
        chosen == null
            ? List.of(
                database.toAbsolutePath().resolveSibling("native"),
                Path.of(System.getProperty("java.io.tmpdir")))
            : List.of(Path.of(chosen));
    for (Path folder : folders) {
      if (loadFrom(folder)) {
        loaded = true;
        return;
      }
    }
    if (chosen == null) {
      System.clearProperty(FOLDER_PROPERTY);
    }
    throw new IOException(
        "opening the result store failed: SQLite's library cannot be unpacked and loaded in any of "
            + folders
            + "; one of them must be writable, have 2 MB free and not be mounted noexec (or start"
            + " the agent with -Dorg.sqlite.tmpdir=FOLDER)");
  }

  private static boolean loadFrom(Path folder) {
    try {
      Files.createDirectories(folder);
      if (folder.endsWith("native")) {
        removeLeftOvers(folder);
      }
      System.setProperty(FOLDER_PROPERTY, folder.toString());
      return SQLiteJDBCLoader.initialize();
    } catch (Exception _) { // the driver declares no narrower one; the caller tells what failed
      return false;
    }
  }

  /** Agents that were killed could not remove theirs. */
  private static void removeLeftOvers(Path folder) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "sqlite-*")) {
      for (Path library : old) {
        Files.deleteIfExists(library);
      }
    }
  }
}
