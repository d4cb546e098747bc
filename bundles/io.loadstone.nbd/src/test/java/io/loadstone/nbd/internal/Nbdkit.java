package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetUri;
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

  private final Process process;
  private final String authority;

  private Nbdkit(Process process, String authority) {
    this.process = process;
    this.authority = authority;
  }

  /** Starts it behind a Unix socket. */
  static Nbdkit onSocket(Path socket, String... arguments) throws IOException {
    Process process = start(List.of("-U", socket.toString()), arguments);
    Awaitility.await().atMost(START).until(() -> Files.exists(socket) || !process.isAlive());
    return new Nbdkit(process, socket.toString());
  }

  /** Starts it on a free port of loopback. */
  static Nbdkit onPort(String... arguments) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process process = start(List.of("-i", "127.0.0.1", "-p", Integer.toString(port)), arguments);
    Awaitility.await().atMost(START).until(() -> answers(port) || !process.isAlive());
    return new Nbdkit(process, "127.0.0.1:" + port);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) { // not yet
      return false;
    }
  }

  private static Process start(List<String> place, String... arguments) throws IOException {
    Programs.need("nbdkit");
    List<String> command = new ArrayList<>(List.of("nbdkit", "-f", "--exit-with-parent"));
    command.addAll(place);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The target's name, with more parameters. */
  TargetUri uri(String... parameters) {
    String more = String.join("&", parameters);
    return TargetUri.parse(
        authority.startsWith("/")
            ? "nbd+unix:///?socket=" + authority + (more.isEmpty() ? "" : "&" + more)
            : "nbd://" + authority + "/" + (more.isEmpty() ? "" : "?" + more));
  }

  /** Opens it without guards. */
  NbdTarget target(String... parameters) throws IOException {
    return Targets.open(uri(parameters));
  }

  /** Kills it as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
