package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops a run. */
@Command(
    name = "stop-run",
    description = "Lets a run finish the I/O that is in flight and ends it with its results.")
final class StopRunCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  StopRunCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String id = run.resolve(client);
    session.endRun(client, id, "stop", "run %s is stopping".formatted(id));
    return ExitStatus.DONE;
  }
}
