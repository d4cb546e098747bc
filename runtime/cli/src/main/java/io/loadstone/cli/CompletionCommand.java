package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Prints the completion for shells. */
@Command(
    name = "completion",
    description = "Prints the completion for bash and zsh: source <(loadstone completion)")
final class CompletionCommand implements Callable<Integer> {
  private final Session session;

  CompletionCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    CommandLine whole = Main.commandLine(session);
    session.out().print(AutoComplete.bash("loadstone", whole));
    return ExitStatus.DONE;
  }
}
