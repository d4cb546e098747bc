package io.loadstone.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints versions. */
@Command(
    name = "version",
    description = "Prints the versions of Loadstone and of the Java it runs on.")
final class VersionCommand implements Callable<Integer> {
  private final Session session;

  VersionCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String version =
        Objects.requireNonNullElse(
            VersionCommand.class.getPackage().getImplementationVersion(), "unpackaged");
    session.out().println("loadstone %s, Java %s".formatted(version, Runtime.version()));
    return ExitStatus.DONE;
  }
}
