package io.loadstone.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets a log level. */
@Command(
    name = "log",
    description =
        "Sets how much is logged, until the next start; logback.xml says what holds then.")
final class LogCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "LEVEL",
      description = "TRACE, DEBUG, INFO, WARN, ERROR or OFF.")
  private String level;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LOGGER",
      defaultValue = "io.loadstone",
      description = "A logger, or ROOT for all. Default: ${DEFAULT-VALUE}.")
  private String logger;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameters
  LogCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    session.connect().setLevel(logger, level.toUpperCase(Locale.ROOT));
    session.out().println("%s logs at %s".formatted(logger, level.toUpperCase(Locale.ROOT)));
    return ExitStatus.DONE;
  }
}
