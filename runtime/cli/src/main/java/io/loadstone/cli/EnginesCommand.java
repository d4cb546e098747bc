package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists engines. */
@Command(
    name = "engines",
    description =
        "Lists engines, why one can't be used here, what a plan may set about each under"
            + " engineOptions, and what they found out about this machine.")
final class EnginesCommand implements Callable<Integer> {
  private final Session session;

  EnginesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    JsonNode engines = session.connect().attribute("Engines");
    NamedRows.print(session, engines);
    List<String> silent = new ArrayList<>();
    for (JsonNode engine : engines) {
      if (engine.path("details").isEmpty()) {
        silent.add(engine.path("name").asText());
      } else {
        NamedRows.printMore(session, engine.path("name").asText(), engine.path("details"));
      }
    }
    if (!silent.isEmpty()) {
      session.out().println("without options: " + String.join(", ", silent));
    }
    return ExitStatus.DONE;
  }
}
