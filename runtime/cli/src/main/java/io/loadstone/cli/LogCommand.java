package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows log levels or sets one. */
@Command(
    name = "log",
    description = {
      "Sets how much is logged, until the next start; logback.xml says what holds then.",
      "Without arguments: shows the loggers that have a level of their own."
    })
final class LogCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LEVEL",
      description =
          "TRACE, DEBUG, INFO, WARN, ERROR or OFF; '' (empty) takes the logger's own level away, so"
              + " that it inherits again.")
  private @Nullable String level;

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
    AgentClient client = session.connect();
    if (level == null) {
      show(client.levels());
      return ExitStatus.DONE;
    }
    client.setLevel(logger, level);
    session
        .out()
        .println(
            level.isBlank()
                ? "%s inherits its level again, at present %s"
                    .formatted(logger, client.level(logger))
                : "%s logs at %s until the next start; `loadstone log '' %s` makes it inherit again"
                    .formatted(logger, client.level(logger), logger));
    return ExitStatus.DONE;
  }

  private void show(JsonNode levels) {
    Table table = new Table("LOGGER", "LEVEL");
    levels.properties().forEach(row -> table.add(row.getKey(), row.getValue().asText()));
    table.print(session.out());
  }
}
