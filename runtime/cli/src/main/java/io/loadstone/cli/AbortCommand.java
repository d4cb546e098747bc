package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Aborts a run. */
@Command(
    name = "abort",
    description = "Cancels the I/O of a run that is in flight and ends it with its results.")
final class AbortCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  AbortCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String id = run.resolve(client);
    session.endRun(client, id, "abort", "run %s is being aborted".formatted(id));
    return ExitStatus.DONE;
  }
}
