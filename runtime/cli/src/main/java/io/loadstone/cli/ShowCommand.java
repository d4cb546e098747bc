package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what a run measured. */
@Command(name = "show", description = "Prints what a run measured, so far if it goes on.")
final class ShowCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  ShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    AgentClient client = session.connect();
    session.out().println(client.text("export", run.resolve(client), "text").stripTrailing());
    return ExitStatus.DONE;
  }
}
