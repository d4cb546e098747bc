package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists runs. */
@Command(name = "runs", description = "Lists the last 100 runs, newest first.")
final class RunsCommand implements Callable<Integer> {
  private final Session session;

  RunsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    JsonNode runs = session.connect().call("runs");
    if (runs.isEmpty()) {
      session.out().println("there is no run yet; begin one with `loadstone run quick`");
      return ExitStatus.DONE;
    }
    Table table = new Table("ID", "NAME", "STATE", "STARTED", "ENDED", "LABELS", "REASON");
    for (JsonNode run : runs) {
      table.add(
          run.path("id").asText(),
          run.path("name").asText(),
          run.path("state").asText(),
          run.path("startedAt").asText(),
          run.path("endedAt").asText(),
          run.path("labels").asText(),
          run.path("reason").asText().lines().findFirst().orElse(""));
    }
    table.print(session.out());
    return ExitStatus.DONE;
  }
}
