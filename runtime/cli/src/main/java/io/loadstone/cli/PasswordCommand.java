package io.loadstone.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Makes a new password. */
@Command(
    name = "password",
    description =
        "Makes a new password for signing in over HTTP and shows it, once; the old one is void.")
final class PasswordCommand implements Callable<Integer> {
  private final Session session;

  PasswordCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    session.out().println(session.connect().text("resetPassword"));
    return ExitStatus.DONE;
  }
}
