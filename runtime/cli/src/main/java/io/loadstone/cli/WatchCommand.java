package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Follows a run that goes on. */
@Command(
    name = "watch",
    description =
        "Shows how a run goes until it ends, then what it measured. Ctrl-C leaves; the run goes on.")
final class WatchCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  WatchCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    String id = run.resolve(client);
    ProgressView view = ProgressView.on(session, client, id, false);
    RunWatch.Outcome outcome = new RunWatch(client, id, view).follow();
    Results.print(session, client, id, outcome);
    return outcome.completed() ? ExitStatus.DONE : ExitStatus.FAILED;
  }
}
