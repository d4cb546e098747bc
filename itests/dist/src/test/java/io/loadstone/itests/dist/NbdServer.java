package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A real NBD server on a port of loopback, started by a test and ended with it. */
final class NbdServer implements AutoCloseable {
  private final List<String> command;
  private final int port;
  private Process process;

  private NbdServer(List<String> command, int port) {
    this.command = command;
    this.port = port;
    this.process = start();
  }

  /** nbdkit: filters, a plugin and their parameters. */
  static NbdServer nbdkit(String... arguments) {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.addAll(List.of("nbdkit", "-f", "-i", "127.0.0.1", "-p", Integer.toString(port)));
    command.addAll(List.of(arguments));
    return new NbdServer(command, port);
  }

  /** qemu-nbd with an image. */
  static NbdServer qemu(String format, Path image) {
    int port = freePort();
    return new NbdServer(
        List.of(
            "qemu-nbd",
            "--persistent",
            "--bind=127.0.0.1",
            "--port=" + port,
            "--format=" + format,
            image.toString()),
        port);
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start() {
    String program = command.getFirst();
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
        program + " is not installed");
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      await(String.join(" ", command))
          .atMost(Agent.BOUND)
          .until(() -> listens() || !started.isAlive());
      assertThat(started.isAlive()).as(String.join(" ", command)).isTrue();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) { // not yet
      return false;
    }
  }

  /** Host and port. */
  String place() {
    return "127.0.0.1:" + port;
  }

  /** The name of its nameless export, with more parameters. */
  String uri(String... parameters) {
    return uri("nbd", parameters);
  }

  /** The same, through TLS. */
  String securedUri(String... parameters) {
    return uri("nbds", parameters);
  }

  private String uri(String scheme, String... parameters) {
    return scheme
        + "://"
        + place()
        + "/"
        + (parameters.length == 0 ? "" : "?" + String.join("&", parameters));
  }

  /** Sends it a signal, such as STOP. */
  void signal(String name) {
    Dist.tool("kill", "-" + name, Long.toString(process.pid()));
  }

  /** Kills it as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Starts the same again, with nothing of what it held. */
  void restart() {
    process = start();
  }

  @Override
  public void close() {
    kill();
  }
}
