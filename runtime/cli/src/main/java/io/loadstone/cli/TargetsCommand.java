package io.loadstone.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists kinds of targets; removes a target that Loadstone made. */
@Command(
    name = "targets",
    description = "Lists kinds of targets, or removes a file that Loadstone laid out.")
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
      NamedRows.print(session, client.attribute("Targets"));
    } else {
      boolean removed = client.call("removeTarget", remove).asBoolean();
      session.out().println(remove + (removed ? " is removed" : " was not there"));
    }
    return ExitStatus.DONE;
  }
}
