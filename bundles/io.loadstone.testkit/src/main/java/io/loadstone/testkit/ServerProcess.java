package io.loadstone.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A server in a process of its own that a test started; it ends with this JVM, even a killed one.
 */
public final class ServerProcess {
  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  /** A port of loopback on which nobody listens. */
  public static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** Starts one whose outputs nobody wants. */
  public static ServerProcess start(ProcessBuilder command) throws IOException {
    List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    words.addAll(command.command());
    command
        .command(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("server").start(() -> outlive(command, started));
    try {
      return new ServerProcess(started.join());
    } catch (CompletionException e) {
      throw new IOException(e.getCause());
    }
  }

  // The system takes the thread that started a process, not its JVM, for what the process ends
  // with: that thread has to live as long.
  private static void outlive(ProcessBuilder command, CompletableFuture<Process> started) {
    try {
      Process process = command.start();
      started.complete(process);
      process.waitFor();
    } catch (IOException | InterruptedException e) {
      started.completeExceptionally(e);
    }
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its number. */
  public long pid() {
    return process.pid();
  }

  /** Stops it; connections stay. */
  public void stop() throws IOException, InterruptedException {
    Programs.run("kill -STOP " + pid());
  }

  /** Lets it go on. */
  public void goOn() throws IOException, InterruptedException {
    Programs.run("kill -CONT " + pid());
  }

  /** Kills it as a crash would. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }
}
