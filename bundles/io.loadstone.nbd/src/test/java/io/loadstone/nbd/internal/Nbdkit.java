package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetUri;
import io.loadstone.testkit.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A real server, nbdkit, that a test started. */
final class Nbdkit implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final ProcessBuilder command;
  private final String authority;
  private Process process;

  private Nbdkit(ProcessBuilder command, String authority) throws IOException {
    this.command = command;
    this.authority = authority;
    process = command.start();
    awaitAnswers();
  }

  /** Starts it behind a Unix socket. */
  static Nbdkit onSocket(Path socket, String... arguments) throws IOException {
    return new Nbdkit(command(List.of("-U", socket.toString()), arguments), socket.toString());
  }

  /** Starts it on a free port of loopback. */
  static Nbdkit onPort(String... arguments) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    return new Nbdkit(
        command(List.of("-i", "127.0.0.1", "-p", Integer.toString(port)), arguments),
        "127.0.0.1:" + port);
  }

  private void awaitAnswers() {
    Awaitility.await()
        .atMost(START)
        .until(
            () ->
                !process.isAlive()
                    || (onSocket()
                        ? Files.exists(Path.of(authority))
                        : answers(Integer.parseInt(authority.split(":", -1)[1]))));
  }

  private boolean onSocket() {
    return authority.startsWith("/");
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) { // not yet
      return false;
    }
  }

  private static ProcessBuilder command(List<String> place, String... arguments) {
    Programs.need("nbdkit");
    List<String> command = new ArrayList<>(List.of("nbdkit", "-f", "--exit-with-parent"));
    command.addAll(place);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  /** The target's name, with more parameters. */
  TargetUri uri(String... parameters) {
    return uri("nbd", parameters);
  }

  /** The same, through TLS. */
  TargetUri securedUri(String... parameters) {
    return uri("nbds", parameters);
  }

  private TargetUri uri(String scheme, String... parameters) {
    String more = String.join("&", parameters);
    return TargetUri.parse(
        onSocket()
            ? scheme + "+unix:///?socket=" + authority + (more.isEmpty() ? "" : "&" + more)
            : scheme + "://" + authority + "/" + (more.isEmpty() ? "" : "?" + more));
  }

  /** Opens it without guards. */
  NbdTarget target(String... parameters) throws IOException {
    return Targets.open(uri(parameters));
  }

  /** Kills it as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Kills it and starts the same again. */
  void restart() throws IOException {
    kill();
    process = command.start();
    awaitAnswers();
  }

  @Override
  public void close() {
    kill();
  }
}
