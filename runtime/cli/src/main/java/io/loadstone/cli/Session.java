package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.StreamSupport;

/**
 * What every command has: the places, the streams, the way to the agent.
 *
 * @param places where things are
 * @param out results
 * @param err everything else that is said
 * @param screen what standard output can show
 */
record Session(Places places, PrintWriter out, PrintWriter err, Screen screen) {
  /** Who signs in by hand; the command line itself has a token. */
  static final String ADMIN = "admin";

  /** Says something about the work itself, apart from results. */
  void say(String message) {
    err.println("loadstone: " + message);
    err.flush();
  }

  AgentProcess process() {
    return new AgentProcess(places);
  }

  /** The agent that runs. */
  AgentClient connect() {
    Optional<Long> pid = process().pid();
    if (pid.isEmpty()) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "no agent runs on the data folder %s; start one with `loadstone start`"
              .formatted(places.data()));
    }
    HaltedProcess.refuse(pid.get());
    return new AgentClient(endpoint(pid.get()), pid.get()).alive();
  }

  /** The agent that runs; starts one if there is none, and says so. */
  AgentClient connectOrStart() {
    if (process().pid().isPresent()) {
      return connect();
    }
    say("no agent runs; starting one ...");
    start(OptionalInt.empty());
    return connect();
  }

  /**
   * Starts the agent and says where it is.
   *
   * @return whether every part of its own came up
   */
  boolean start(OptionalInt port) {
    AgentProcess.Start start = process().start(port);
    long pid = process().pid().orElse(0L);
    Endpoint endpoint = endpoint(pid);
    AgentClient client = new AgentClient(endpoint, pid);
    say("the agent is up, pid %d, control at %s".formatted(pid, endpoint.url()));
    start.problems().forEach(problem -> say("but " + problem));
    if (!start.problems().isEmpty()) {
      say("more in the log, " + places.logFile());
    }
    if (!endpoint.passwordShown()) {
      showPassword(client);
    }
    return !start.impaired();
  }

  private void showPassword(AgentClient client) {
    say(
        "sign in over HTTP as user %s with password %s (shown this once; `loadstone password` makes another)"
            .formatted(ADMIN, client.text("resetPassword")));
  }

  Endpoint endpoint(long pid) {
    return Endpoint.read(places)
        .orElseThrow(
            () ->
                new CommandFailedException(
                    ExitStatus.NO_AGENT,
                    "the agent with pid %d has no control endpoint: %s"
                        .formatted(pid, whyNoEndpoint())));
  }

  private String whyNoEndpoint() {
    try {
      return Files.readString(places.failureFile()).strip();
    } catch (IOException _) { // it did not fail, or not that far
      return "it is just starting or ending, or the log says why, " + places.logFile();
    }
  }

  /**
   * Asks for the end of a run and says so, or that it has ended before.
   *
   * @param operation stop or abort
   * @param said if it goes on
   */
  void endRun(AgentClient client, String run, String operation, String said) {
    client.call(operation, run); // refuses an unknown one
    String ended =
        row(client, run)
            .filter(row -> !row.path("endedAt").asText().isEmpty())
            .map(row -> row.path("state").asText())
            .orElse("");
    out.println(ended.isEmpty() ? said : "run %s has ended: %s".formatted(run, ended));
  }

  /** The row of a run among the last 100. */
  static Optional<JsonNode> row(AgentClient client, String id) {
    return StreamSupport.stream(client.call("runs").spliterator(), false)
        .filter(row -> row.path("id").asText().equals(id))
        .findFirst();
  }
}
