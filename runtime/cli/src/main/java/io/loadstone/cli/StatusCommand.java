package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says how the agent is. */
@Command(
    name = "status",
    description = "Says whether the agent runs, how it is, where its things are, and what it does.")
final class StatusCommand implements Callable<Integer> {
  private final Session session;

  StatusCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    Endpoint endpoint = session.endpoint(session.process().pid().orElse(0L));
    JsonNode agent = client.attributes();
    line("health", agent.path("Health").asText());
    line("version", agent.path("Version").asText());
    line("pid", agent.path("Pid").asText() + " on " + agent.path("Host").asText());
    line(
        "up since",
        Instant.ofEpochMilli(agent.path("StartedEpochMs").asLong())
            .truncatedTo(ChronoUnit.SECONDS)
            .toString());
    line("control", endpoint.url() + ", user " + Session.ADMIN);
    if (!endpoint.passwordShown()) {
      line("", "nobody has seen a password yet; `loadstone password` makes one");
    }
    line("config", agent.path("ConfigFolder").asText());
    line("data", agent.path("DataFolder").asText());
    line("results", agent.path("ResultFile").asText());
    line("log", agent.path("LogFile").asText());
    boolean busy = false;
    for (JsonNode run : client.call("runs")) {
      if (run.path("endedAt").asText().isEmpty()) {
        busy = true;
        line("run", "%s  %s  %s".formatted(text(run, "id"), text(run, "name"), text(run, "state")));
      }
    }
    if (!busy) {
      line("run", "no run is going on");
    }
    return ExitStatus.DONE;
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asText();
  }

  private void line(String what, String value) {
    session.out().printf("%-9s %s%n", what, value);
  }
}
