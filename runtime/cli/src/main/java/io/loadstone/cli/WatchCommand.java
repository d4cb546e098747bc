package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Follows a run that goes on. */
@Command(
    name = "watch",
    description =
        "Shows how a run goes until it ends, then what it measured. Ctrl-C leaves; the run goes on.")
final class WatchCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "ID",
      description = "A run's id (`loadstone runs`), the beginning of one, or last.")
  private String id;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameter
  WatchCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String run = session.runId(client, id);
    RunWatch.Outcome outcome = new RunWatch(client, run, ProgressView.on(session)).follow();
    Results.print(session, client, run, outcome);
    return outcome.completed() ? ExitStatus.DONE : ExitStatus.FAILED;
  }
}
