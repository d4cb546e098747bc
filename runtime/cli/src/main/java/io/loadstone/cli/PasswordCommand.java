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
    String password = session.connect().text("resetPassword");
    // Scripts take standard output, which is the password and nothing else.
    session.say("the new password of user %s; the old one is void:".formatted(Session.ADMIN));
    session.out().println(password);
    return ExitStatus.DONE;
  }
}
