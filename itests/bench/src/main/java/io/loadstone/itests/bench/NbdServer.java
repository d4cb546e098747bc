package io.loadstone.itests.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** nbdkit with its memory plugin, behind a Unix socket. */
final class NbdServer implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(10);
  private static final long LOOK_MS = 10;

  private final Process process;
  private final Path socket;

  private NbdServer(Process process, Path socket) {
    this.process = process;
    this.socket = socket;
  }

  /** The URI of what listens, or will listen, at a socket; both tools write it like this. */
  static String uri(Path socket) {
    return "nbd+unix:///?socket=" + socket;
  }

  /** Starts one and waits until it listens. */
  static NbdServer start(String program, Path socket, long sizeBytes)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    program,
                    "--foreground",
                    "--exit-with-parent",
                    "--unix=" + socket,
                    "memory",
                    Long.toString(sizeBytes)))
            .inheritIO()
            .start();
    NbdServer server = new NbdServer(process, socket);
    long endNs = System.nanoTime() + START.toNanos();
    while (!Files.exists(socket)) {
      if (!process.isAlive() || System.nanoTime() - endNs > 0) {
        server.close();
        throw new IOException(program + " does not listen at " + socket);
      }
      Thread.sleep(LOOK_MS);
    }
    return server;
  }

  /** Ends it. */
  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    Files.deleteIfExists(socket);
  }
}
