package io.loadstone.launcher;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where things are. Each is a system property of the same name behind {@code loadstone.}, which the
 * start script sets.
 *
 * @param home the program; only read
 * @param config what the administrator may change
 * @param data results, laid-out files, credentials, the lock
 * @param logs the log
 * @param plugins jars dropped in here become part of the agent
 */
record Places(Path home, Path config, Path data, Path logs, Path plugins) {

  static Places fromSystemProperties() {
    Path home = place("home", Path.of("."));
    Path base = place("base", home);
    Path data = place("data", base.resolve("data"));
    return new Places(
        home,
        place("config", base.resolve("config")),
        data,
        place("logs", base.resolve("logs")),
        place("plugins", base.resolve("plugins")));
  }

  private static Path place(String name, Path otherwise) {
    String value = System.getProperty("loadstone." + name);
    return (value == null ? otherwise : Path.of(value)).toAbsolutePath().normalize();
  }

  /** Makes absolute places known to the bundles and to {@code logback.xml}. */
  void publish() {
    System.setProperty("loadstone.home", home.toString());
    System.setProperty("loadstone.config", config.toString());
    System.setProperty("loadstone.data", data.toString());
    System.setProperty("loadstone.logs", logs.toString());
    System.setProperty("loadstone.plugins", plugins.toString());
  }

  /** Makes the folders that are missing. The message of the exception is for people. */
  void create() throws IOException {
    create("configuration", config, "LOADSTONE_CONFIG", false);
    create("data", data, "LOADSTONE_DATA", true);
    create("data", control(), "LOADSTONE_DATA", true);
    create("log", logs, "LOADSTONE_LOGS", true);
    create("plug-in", plugins, "LOADSTONE_PLUGINS", false);
  }

  private static void create(String what, Path folder, String variable, boolean written)
      throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException(
          "the %s folder %s can't be made: %s; make it, or name another with %s"
              .formatted(what, folder, reason(e), variable),
          e);
    }
    if (written) {
      try {
        Files.delete(Files.createTempFile(folder, ".writable", "")); // only trying it tells why not
      } catch (IOException e) {
        throw new IOException(
            "the %s folder %s can't be written by user %s: %s; see that it can, or name another with %s"
                .formatted(what, folder, System.getProperty("user.name"), reason(e), variable),
            e);
      }
    }
  }

  /** Why a file or folder can't be used, in words of the system. */
  static String reason(IOException e) {
    return e instanceof AccessDeniedException
        ? "permission denied"
        : e instanceof FileSystemException failure && failure.getReason() != null
            ? failure.getReason()
            : Objects.requireNonNullElse(e.getMessage(), e.toString());
  }

  /** What the command line reads: the endpoint and how the start went. */
  Path control() {
    return data.resolve("control");
  }

  /** Address and token of the control endpoint; the HTTP bundle writes it when it listens. */
  Path endpointFile() {
    return control().resolve("endpoint");
  }

  /** How the last start went. */
  Path startFile() {
    return control().resolve("start");
  }

  /** The log, as {@code logback.xml} names it. */
  Path logFile() {
    return logs.resolve("loadstone.log");
  }
}
