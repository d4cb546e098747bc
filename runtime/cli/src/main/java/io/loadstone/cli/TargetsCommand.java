package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists kinds of targets and what is here of each; removes a target that Loadstone made. */
@Command(
    name = "targets",
    description =
        "Lists kinds of targets with what of each is here or allowed: devices with their sizes and what"
            + " speaks against them, folders and laid-out files, servers. Or removes a file that"
            + " Loadstone laid out.")
final class TargetsCommand implements Callable<Integer> {
  private final Session session;

  @Option(
      names = "--remove",
      paramLabel = "URI",
      description = "Remove this target; only what Loadstone made itself is ever removed.")
  private @Nullable String remove;

  TargetsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    if (remove == null) {
      JsonNode kinds = client.attribute("Targets");
      NamedRows.print(session, kinds);
      for (JsonNode kind : kinds) {
        String name = kind.path("name").asText();
        JsonNode listing = client.listing(name);
        if (!listing.isEmpty()) {
          NamedRows.printMore(session, name, listing);
        }
      }
    } else {
      boolean removed = client.call("removeTarget", remove).asBoolean();
      session.out().println(remove + (removed ? " is removed" : " was not there"));
    }
    return ExitStatus.DONE;
  }
}
