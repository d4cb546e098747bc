package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists the bundles of the agent. */
@Command(
    name = "plugins",
    description = "Lists the bundles of the agent, and why one is not active.")
final class PluginsCommand implements Callable<Integer> {
  private final Session session;

  PluginsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Table table = new Table("NAME", "VERSION", "STATE", "CAUSE");
    for (JsonNode plugin : session.connect().attribute("Plugins")) {
      table.add(
          plugin.path("name").asText(),
          plugin.path("version").asText(),
          plugin.path("state").asText(),
          plugin.path("cause").asText());
    }
    table.print(session.out());
    return ExitStatus.DONE;
  }
}
