package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Aborts a run. */
@Command(
    name = "abort",
    description = "Cancels the I/O of a run that is in flight and ends it with its results.")
final class AbortCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "ID",
      description = "A run's id (`loadstone runs`), the beginning of one, or last.")
  private String id;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameter
  AbortCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String run = session.runId(client, id);
    session.endRun(client, run, "abort", "run %s is being aborted".formatted(run));
    return ExitStatus.DONE;
  }
}
