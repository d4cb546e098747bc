package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.loadstone.testkit.Programs;
import io.loadstone.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real iSCSI server, tgtd, on a port of loopback, with one disk at LUN 1; started by a test and
 * ended with it.
 */
final class IscsiServer implements AutoCloseable {
  private static final String TARGET = "iqn.2026-01.io.loadstone.it:disks";
  private static final Pattern SESSION = Pattern.compile("Session: (\\d+)\\s+Connection: (\\d+)");

  // Without a blank, so that words are what blanks part.
  private final Path folder;
  private final int port;
  private final ServerProcess process;

  private IscsiServer() throws IOException {
    Programs.need("tgtd");
    folder = Files.createTempDirectory("iscsi");
    port = ServerProcess.freePort();
    process = ServerProcess.start(program("tgtd -f -C 1 --iscsi portal=127.0.0.1:" + port));
    await("tgtd")
        .atMost(Agent.BOUND)
        .until(() -> !process.isAlive() || tried("--op show --mode sys").status() == 0);
  }

  /** Starts one with an empty disk of so many MiB. */
  static IscsiServer with(int sizeMib) {
    IscsiServer server;
    try {
      server = new IscsiServer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      Path disk = server.folder.resolve("disk");
      Dist.tool("truncate", "-s", sizeMib + "M", disk.toString());
      server.tell("--lld iscsi --op new --mode target --tid 1 -T " + TARGET);
      server.tell("--lld iscsi --op bind --mode target --tid 1 -I ALL");
      server.tell("--lld iscsi --op new --mode logicalunit --tid 1 --lun 1 -b " + disk);
      return server;
    } catch (AssertionError e) {
      server.close();
      throw e;
    }
  }

  private ProcessBuilder program(String words) {
    ProcessBuilder program =
        new ProcessBuilder(List.of(words.split(" ", -1))).redirectErrorStream(true);
    program.environment().put("TGT_IPC_SOCKET", folder.resolve("socket").toString());
    return program;
  }

  private record Said(int status, String text) {}

  private Said tried(String words) throws IOException {
    Process admin = program("tgtadm -C 1 " + words).start();
    String text = new String(admin.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(admin.onExit().join().exitValue(), text);
  }

  /** Gives it an order of tgtadm, which it has to obey. */
  String tell(String words) {
    try {
      Said said = tried(words);
      assertThat(said.status()).as(said.text()).isZero();
      return said.text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on it wants to see a secret. */
  void demand(String user, String secret) {
    tell("--lld iscsi --op new --mode account --user " + user + " --password " + secret);
    tell("--lld iscsi --op bind --mode account --tid 1 --user " + user);
  }

  /** Cuts every session. */
  void cut() {
    Matcher session = SESSION.matcher(tell("--lld iscsi --op show --mode conn --tid 1"));
    while (session.find()) {
      tell(
          "--lld iscsi --op delete --mode conn --tid 1 --sid "
              + session.group(1)
              + " --cid "
              + session.group(2));
    }
  }

  /** Host and port. */
  String place() {
    return "127.0.0.1:" + port;
  }

  /** The name of its disk, with parameters. */
  String uri(String... parameters) {
    String more = String.join("&", parameters);
    return "iscsi://" + place() + "/" + TARGET + "/1" + (more.isEmpty() ? "" : "?" + more);
  }

  /** Kills it as a crash would. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    kill();
    try {
      Dist.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
