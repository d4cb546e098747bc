package io.loadstone.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** The agent as a process: whether it lives, its start and its end. */
final class AgentProcess {
  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final long POLL_MS = 25;

  private final Places places;

  AgentProcess(Places places) {
    this.places = places;
  }

  /**
   * The process that holds the data folder. The lock tells, not the pid: a pid of an agent that was
   * killed may belong to anybody today.
   *
   * @return empty if none does; 0 if its pid is not known
   */
  Optional<Long> pid() {
    try (FileChannel channel = FileChannel.open(places.lockFile(), StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      if (lock != null) {
        return Optional.empty();
      }
      ByteBuffer text = ByteBuffer.allocate(32);
      channel.read(text, 0);
      String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
      return Optional.of(pid.matches("\\d{1,18}") ? Long.parseLong(pid) : 0L);
    } catch (NoSuchFileException _) { // nobody ever worked here
      return Optional.empty();
    } catch (AccessDeniedException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "%s is not yours to read: the agent belongs to another user; use the command line as that user or as root"
              .formatted(places.lockFile()),
          e);
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "the data folder %s can't be used: %s; name another with LOADSTONE_DATA"
              .formatted(places.data(), FileReason.of(e)),
          e);
    }
  }

  /**
   * Starts the agent and waits until it can be controlled.
   *
   * @return how it came up
   */
  Start start(OptionalInt port) {
    Process process = launch(port);
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START_BOUND.toNanos()) {
      Optional<KeyedLines> report = report(process.pid());
      String state = report.flatMap(r -> r.first("state")).orElse("");
      if (state.equals("running") || state.equals("impaired")) {
        return new Start(state.equals("impaired"), report.orElseThrow().all("problem"));
      }
      if (state.equals("failed")) {
        throw notUp(report.orElseThrow().all("problem"));
      }
      if (!process.isAlive()) {
        if (process.exitValue() == ExitStatus.REFUSED) {
          throw new CommandFailedException(ExitStatus.REFUSED, console());
        }
        throw notUp(List.of(console()));
      }
      pause();
    }
    throw notUp(
        List.of(
            "it did not answer within " + START_BOUND.toSeconds() + " s, pid " + process.pid()));
  }

  /**
   * How a start went that ended with an agent that can be controlled.
   *
   * @param impaired whether a part of the agent's own is down, not just a plug-in
   * @param problems what did not come up although the agent did, a sentence each
   */
  record Start(boolean impaired, List<String> problems) {
    Start {
      problems = List.copyOf(problems);
    }
  }

  private Process launch(OptionalInt port) {
    List<String> command = new ArrayList<>();
    // A session of its own: Ctrl-C and the end of the terminal are not meant for the agent.
    findSetsid().ifPresent(setsid -> command.add(setsid.toString()));
    command.add(places.program().toString());
    command.add("start");
    command.add("--foreground");
    port.ifPresent(p -> command.addAll(List.of("--port", Integer.toString(p))));
    makeConsoleFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(places.consoleFile().toFile());
    builder.environment().put("LOADSTONE_CONSOLE", "OFF");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT, "the agent can't be started: " + FileReason.of(e), e);
    }
  }

  // Its failure tells why; that of a process that is to write there is a text of the JDK.
  private void makeConsoleFile() {
    try {
      Files.createDirectories(places.logs());
      Files.newOutputStream(places.consoleFile()).close();
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "the agent can't be started: user %s can't write to the log folder %s: %s; see to that, or name another with LOADSTONE_LOGS"
              .formatted(System.getProperty("user.name"), places.logs(), FileReason.of(e)),
          e);
    }
  }

  private static Optional<Path> findSetsid() {
    return List.of("/usr/bin/setsid", "/bin/setsid").stream()
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Optional<KeyedLines> report(long pid) {
    try {
      KeyedLines report = KeyedLines.read(places.startFile());
      return report.first("pid").filter(Long.toString(pid)::equals).map(_ -> report);
    } catch (IOException _) { // not written yet
      return Optional.empty();
    }
  }

  private CommandFailedException notUp(List<String> problems) {
    return new CommandFailedException(
        ExitStatus.NO_AGENT,
        "the agent did not come up:\n  %s\nmore in the log, %s, and in %s"
            .formatted(String.join("\n  ", problems), places.logFile(), places.consoleFile()));
  }

  private String console() {
    try {
      List<String> lines = Files.readAllLines(places.consoleFile());
      List<String> last = lines.subList(Math.max(0, lines.size() - 10), lines.size());
      String text = String.join("\n  ", last).replace("loadstone: ", "").strip();
      return text.isEmpty()
          ? "its process ended without a word"
          : JavaFailure.explained(text, places);
    } catch (IOException e) {
      return "its process ended, and " + places.consoleFile() + " can't be read: " + e;
    }
  }

  /**
   * Waits for the end of the agent.
   *
   * @return whether it has ended within the bound
   */
  boolean awaitEnd(Duration bound) {
    long begin = System.nanoTime();
    while (pid().isPresent()) {
      if (System.nanoTime() - begin > bound.toNanos()) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException(ExitStatus.FAILED, "interrupted", e);
    }
  }
}
