package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Stops a run. */
@Command(
    name = "stop-run",
    description = "Lets a run finish the I/O that is in flight and ends it with its results.")
final class StopRunCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "ID",
      description = "A run's id (`loadstone runs`), the beginning of one, or last.")
  private String id;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameter
  StopRunCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String run = session.runId(client, id);
    session.endRun(client, run, "stop", "run %s is stopping".formatted(run));
    return ExitStatus.DONE;
  }
}
