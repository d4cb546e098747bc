package io.loadstone.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Stops the agent. */
@Command(
    name = "stop",
    description = "Ends runs as stopped, with their results, then the agent; waits for its end.")
final class StopCommand implements Callable<Integer> {
  // The agent bounds its own end by 60 s.
  private static final Duration BOUND = Duration.ofSeconds(70);

  private final Session session;

  StopCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Optional<Long> pid = session.process().pid();
    if (pid.isEmpty()) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT, "no agent runs on the data folder " + session.places().data());
    }
    HaltedProcess.refuse(pid.get()); // it would not even take a SIGTERM
    if (!askedToEnd()) {
      signal(pid.get());
    }
    if (!session.process().awaitEnd(BOUND)) {
      session.say(
          "the agent did not end within %d s; sending SIGTERM".formatted(BOUND.toSeconds()));
      signal(pid.get());
      if (!session.process().awaitEnd(BOUND)) {
        throw new CommandFailedException(
            ExitStatus.FAILED,
            "the agent with pid %d does not end; `kill -9 %d` ends it, and its run is marked as interrupted at the next start"
                .formatted(pid.get(), pid.get()));
      }
    }
    session.out().println("the agent has ended");
    return ExitStatus.DONE;
  }

  private boolean askedToEnd() {
    try {
      session.connect().call("shutdown");
      return true;
    } catch (CommandFailedException e) {
      session.say(e.getMessage() + "; sending SIGTERM");
      return false;
    }
  }

  private static void signal(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
  }
}
