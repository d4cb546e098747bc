package io.loadstone.iscsi.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.testkit.Programs;
import io.loadstone.testkit.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real server, tgtd, that a test started on loopback; it has one target, and LUNs from 1 on. */
final class Tgtd implements AutoCloseable {
  static final String TARGET = "iqn.2026-01.io.loadstone.test:disks";

  private static final Duration START = Duration.ofSeconds(30);
  private static final String LUN = "--lld iscsi --mode logicalunit --tid 1 ";
  private static final Pattern SESSION = Pattern.compile("Session: (\\d+)\\s+Connection: (\\d+)");

  private final Path dir;
  private final int port;
  private final String portalOptions;
  private final List<String> orders = new ArrayList<>();
  private int luns;
  private ServerProcess process;

  /**
   * Starts it.
   *
   * @param options of its portal, such as {@code ,nop_interval=1}
   */
  Tgtd(String... options) throws IOException {
    Programs.need("tgtd");
    Programs.need("tgtadm");
    assumeTrue(Libiscsi.unavailable().isEmpty(), () -> Libiscsi.unavailable().orElse(""));
    dir = Files.createTempDirectory("tgtd");
    port = ServerProcess.freePort();
    portalOptions = String.join("", options);
    process = start();
    try {
      order("--lld iscsi --op new --mode target --tid 1 -T " + TARGET);
      order("--lld iscsi --op bind --mode target --tid 1 -I ALL");
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private ServerProcess start() throws IOException {
    ServerProcess started =
        ServerProcess.start(
            command("tgtd -f -C 1 --iscsi portal=127.0.0.1:" + port + portalOptions));
    Awaitility.await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !started.isAlive() || answers());
    return started;
  }

  private boolean answers() throws IOException, InterruptedException {
    return command("tgtadm -C 1 --op show --mode sys")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private ProcessBuilder command(String words) {
    ProcessBuilder command = new ProcessBuilder(List.of(words.split(" ", -1)));
    command.environment().put("TGT_IPC_SOCKET", dir.resolve("socket").toString());
    return command;
  }

  /** Gives it an order, which it is given again after a {@link #restart}. */
  void order(String words) throws IOException {
    orders.add(words);
    tell(words);
  }

  /** Gives it an order, and returns its answer. */
  String tell(String words) throws IOException {
    Process admin = command("tgtadm -C 1 " + words).redirectErrorStream(true).start();
    String said = new String(admin.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = admin.onExit().join().exitValue();
    if (status != 0) {
      throw new IOException("tgtadm " + words + " failed with status " + status + ": " + said);
    }
    return said;
  }

  /** Makes another LUN on a file; returns its number. */
  int add(Path file, String... options) throws IOException {
    luns++;
    order(
        ("--op new --lun " + luns + " -b " + file + " " + String.join(" ", options)).strip()
            + " "
            + LUN.strip());
    return luns;
  }

  /** Sets one thing about a LUN. */
  void set(int lun, String parameter) throws IOException {
    order("--op update --lun " + lun + " --params " + parameter + " " + LUN.strip());
  }

  /** Removes a LUN. */
  void remove(int lun) throws IOException {
    tell("--op delete --lun " + lun + " " + LUN.strip());
  }

  /** Cuts every session. */
  void cut() throws IOException {
    Matcher session = SESSION.matcher(tell("--lld iscsi --op show --mode conn --tid 1"));
    while (session.find()) {
      tell(
          "--lld iscsi --op delete --mode conn --tid 1 --sid "
              + session.group(1)
              + " --cid "
              + session.group(2));
    }
  }

  /** How many sessions there are. */
  int sessions() throws IOException {
    return (int)
        SESSION.matcher(tell("--lld iscsi --op show --mode conn --tid 1")).results().count();
  }

  /** Where it listens. */
  String portal() {
    return "127.0.0.1:" + port;
  }

  /** A LUN's name, with parameters. */
  TargetUri uri(int lun, String... parameters) {
    return uri(portal(), lun, parameters);
  }

  /** The same by way of another server, which passes everything on. */
  static TargetUri uri(String portal, int lun, String... parameters) {
    String more = String.join("&", parameters);
    return TargetUri.parse(
        "iscsi://" + portal + "/" + TARGET + "/" + lun + (more.isEmpty() ? "" : "?" + more));
  }

  /** Opens a LUN without guards. */
  IscsiTarget target(int lun, String... parameters) throws IOException {
    return target(uri(lun, parameters));
  }

  /** Opens a LUN without guards. */
  static IscsiTarget target(TargetUri uri) throws IOException {
    try {
      return IscsiTargetProvider.look(IscsiUri.of(uri));
    } catch (TargetRefusedException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Stops it; connections stay. */
  void stop() throws IOException, InterruptedException {
    process.stop();
  }

  /** Lets it go on. */
  void goOn() throws IOException, InterruptedException {
    process.goOn();
  }

  /** Kills it as a crash would. */
  void kill() {
    process.kill();
  }

  /** Starts it again as it was, after {@link #kill}. */
  void restart() throws IOException {
    process = start();
    for (String words : List.copyOf(orders)) {
      tell(words);
    }
  }

  @Override
  public void close() throws IOException {
    kill();
    try (Stream<Path> left = Files.list(dir)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(dir);
  }
}
