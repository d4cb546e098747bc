package io.loadstone.cli;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the agent. */
@Command(
    name = "start",
    description =
        "Starts the agent and waits until it can be controlled. A second start on the same data folder is refused. Ends with 4 if a part of the agent is down, even if it can be controlled.")
final class StartCommand implements Callable<Integer> {
  private static final int HIGHEST_PORT = 65_535;

  private final Session session;

  @Option(
      names = "--foreground",
      description = "Be the agent, with the log on standard output, until SIGTERM or Ctrl-C.")
  private boolean foreground;

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "Port of the control endpoint, instead of the configured one; 0 takes a free one.")
  private @Nullable Integer port;

  StartCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (foreground) {
      // bin/loadstone becomes the agent before the command line is asked.
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT, "start --foreground takes no other option than --port N");
    }
    if (port != null && (port < 0 || port > HIGHEST_PORT)) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT,
          "--port %d is not a port; it must be a number from 0 to %d"
              .formatted(port, HIGHEST_PORT));
    }
    Optional<Long> pid = session.process().pid();
    if (pid.isPresent()) {
      throw new CommandFailedException(
          ExitStatus.REFUSED,
          "an agent with pid %d works on the data folder %s already; stop it with `loadstone stop`, or name another folder with LOADSTONE_DATA"
              .formatted(pid.get(), session.places().data()));
    }
    boolean whole = session.start(port == null ? OptionalInt.empty() : OptionalInt.of(port));
    return whole ? ExitStatus.DONE : ExitStatus.NO_AGENT;
  }
}
