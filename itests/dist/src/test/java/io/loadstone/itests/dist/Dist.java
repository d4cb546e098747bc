package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The distribution, unpacked once for all tests of this JVM, and the user who works with it: {@code
 * nobody} if the tests run as root, else whoever runs them.
 */
final class Dist {
  /** How the folder of each JVM of this build begins. */
  static final String OF_THIS_BUILD = "loadstone it " + System.getProperty("loadstone.build", "");

  /** The folder of everything that these tests make; it goes away with the JVM. */
  static final Path BASE = base();

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int NOBODY = 65_534;
  private static final Path PROGRAM = unpack();

  private Dist() {}

  /** Whether the tests may mount file systems and change users. */
  static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** The unpacked program; belongs to the user of the tests and is only read by the others. */
  static Path program() {
    return PROGRAM;
  }

  /** Outputs of commands. */
  static Path scratch() {
    return BASE.resolve("scratch");
  }

  /** A new folder that the user of the agents may write. */
  static Path folder(String name) {
    try {
      Path folder = Files.createTempDirectory(BASE, name + " ");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      give(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the user of the agents the owner. */
  static void give(Path file) {
    if (root()) {
      try {
        Files.setAttribute(file, "unix:uid", NOBODY);
        Files.setAttribute(file, "unix:gid", NOBODY);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The same command by the user of the agents, who has no privilege left. */
  static List<String> asUser(List<String> command) {
    if (!root()) {
      return command;
    }
    List<String> all = new ArrayList<>();
    all.addAll(
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    all.addAll(command);
    return all;
  }

  /** The environment of commands; nothing of the machine that runs the tests gets in. */
  static Map<String, String> environment() {
    return Map.of(
        "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG", "C.UTF-8",
        "LOADSTONE_JAVA", System.getProperty("java.home"));
  }

  /** Runs a tool of the system as the user of the tests; it has to succeed. */
  static String tool(String... command) {
    return Running.start(BASE, environment(), List.of(command)).await(BOUND).expect(0).out();
  }

  /** Removes a folder with all that is in it, but follows no link. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static Path base() {
    try {
      Path base = Files.createTempDirectory(OF_THIS_BUILD + " ");
      Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.createDirectory(base.resolve("scratch"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAtExit(base)));
      return base;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteAtExit(Path base) {
    try {
      delete(base);
    } catch (IOException e) {
      System.err.println(base + " can't be removed: " + e);
    }
  }

  private static Path unpack() {
    Path archive = Path.of(System.getProperty("loadstone.archive")).normalize();
    assertThat(archive).as("the distribution; mvn package makes it").exists();
    Path folder = BASE.resolve("the program");
    tool("mkdir", folder.toString());
    tool("tar", "-xzf", archive.toString(), "-C", folder.toString());
    try (Stream<Path> content = Files.list(folder)) {
      List<Path> top = content.toList();
      assertThat(top).as("top of the archive").hasSize(1);
      return top.getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
