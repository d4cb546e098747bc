package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists engines. */
@Command(name = "engines", description = "Lists engines, and why one can't be used here.")
final class EnginesCommand implements Callable<Integer> {
  private final Session session;

  EnginesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    NamedRows.print(session, session.connect().attribute("Engines"));
    return ExitStatus.DONE;
  }
}
