package io.loadstone.itests.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that was started. Its outputs go to files: an agent that it leaves behind may hold them
 * open without anybody waiting for an end of file.
 */
final class Running implements AutoCloseable {
  private final List<String> command;
  private final Process process;
  private final Path out;
  private final Path err;
  private final long startedNs = System.nanoTime();

  private Running(List<String> command, Process process, Path out, Path err) {
    this.command = command;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it without a terminal, with an empty standard input and nothing but this environment.
   */
  static Running start(Path folder, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile(Dist.scratch(), "out", null);
      Path err = Files.createTempFile(Dist.scratch(), "err", null);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      return new Running(command, builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its process; the first of the command line, which may have replaced itself by others. */
  ProcessHandle process() {
    return process.toHandle();
  }

  /** What it wrote on standard output so far. */
  String out() {
    return read(out);
  }

  /** Waits for its end; one that does not come in time is a failure, with what it said. */
  Ended await(Duration bound) {
    try {
      if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new AssertionError("still running after " + bound + ": " + ended(-1));
      }
      return ended(process.exitValue());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + command, e);
    }
  }

  private Ended ended(int status) {
    Duration took = Duration.ofNanos(System.nanoTime() - startedNs);
    return new Ended(command, status, read(out), read(err), took);
  }

  /** Kills it and what it started, if it still runs. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
