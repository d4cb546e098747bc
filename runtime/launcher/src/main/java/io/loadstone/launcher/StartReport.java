package io.loadstone.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says how the start went: to people on a stream, to the command line in a file of lines {@code
 * key=value}, always whole.
 */
final class StartReport {
  private final Places places;
  private final PrintStream out;

  StartReport(Places places, PrintStream out) {
    this.places = places;
    this.out = out;
  }

  void starting() throws IOException {
    write("starting", List.of());
  }

  /**
   * It can be controlled.
   *
   * @param problems what did not come up, a sentence each
   * @param impaired whether something of the program's own is among it
   */
  void running(String url, List<String> problems, boolean impaired) throws IOException {
    write(impaired ? "impaired" : "running", problems);
    log().info("The agent is up, pid {}, control at {}.", pid(), url);
    out.println("loadstone: the agent is up, pid " + pid() + ", control at " + url);
    problems.forEach(problem -> out.println("loadstone: but " + problem));
    if (!problems.isEmpty()) {
      out.println("loadstone: more in the log, " + places.logFile());
    }
  }

  void failed(List<String> problems) throws IOException {
    write("failed", problems);
    log().error("The agent did not come up: {}", String.join("; ", problems));
    out.println("loadstone: the agent did not come up");
    problems.forEach(problem -> out.println("loadstone: " + problem));
    out.println("loadstone: more in the log, " + places.logFile());
  }

  // Not a field: the log's configuration is known only after the first lines of a start.
  private static Logger log() {
    return LoggerFactory.getLogger(StartReport.class);
  }

  void say(String message) {
    out.println("loadstone: " + message);
  }

  private void write(String state, List<String> problems) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("state=").append(state).append('\n');
    text.append("pid=").append(pid()).append('\n');
    text.append("log=").append(places.logFile()).append('\n');
    for (String problem : problems) {
      text.append("problem=").append(problem.replaceAll("\\R", " ")).append('\n');
    }
    Path next = places.startFile().resolveSibling("start.next");
    Files.writeString(next, text);
    Files.move(next, places.startFile(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
