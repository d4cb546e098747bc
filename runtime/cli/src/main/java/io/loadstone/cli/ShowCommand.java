package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a run measured. */
@Command(name = "show", description = "Prints what a run measured, so far if it goes on.")
final class ShowCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "ID",
      description = "A run's id (`loadstone runs`), the beginning of one, or last.")
  private String id;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameter
  ShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    session.out().println(client.text("export", session.runId(client, id), "text").stripTrailing());
    return ExitStatus.DONE;
  }
}
