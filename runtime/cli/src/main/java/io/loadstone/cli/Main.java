package io.loadstone.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The command line's {@code main}. */
public final class Main {
  private static final String TRACE = "LOADSTONE_TRACE";
  private static final String TRACE_HINT = "; with " + TRACE + "=1 it says where";

  private Main() {}

  /**
   * Does what was typed and ends with the status that {@code loadstone help} explains.
   *
   * @param arguments as typed
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // figures look the same everywhere
    Map<String, String> environment = System.getenv();
    WatchedOutput out = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
    Session session =
        new Session(
            Places.fromEnvironment(environment),
            writer(out),
            writer(new FileOutputStream(FileDescriptor.err)),
            Screen.detect(environment));
    int status = commandLine(session).execute(arguments);
    session.out().flush();
    System.exit(whole(out, session, status));
  }

  // What went to nobody must not look like a success.
  private static int whole(WatchedOutput out, Session session, int status) {
    Optional<String> failure = out.failure();
    failure.ifPresent(
        why -> session.say("standard output could not be written: " + why + "; it is not whole"));
    session.err().flush();
    return failure.isPresent() && status == ExitStatus.DONE ? ExitStatus.FAILED : status;
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  static CommandLine commandLine(Session session) {
    CommandLine whole = new CommandLine(new LoadstoneCommand(session), new CommandFactory(session));
    Stream.concat(Stream.of(whole), whole.getSubcommands().values().stream())
        .map(CommandLine::getCommandSpec)
        .filter(spec -> spec.findOption("--help") == null) // the command help has its own
        .forEach(Main::addHelp);
    return whole
        .setOut(session.out())
        .setErr(session.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                session.screen().redraws() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setUsageHelpWidth(Math.min(100, Math.max(80, session.screen().columns())))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, _) -> badUsage(session, e))
        .setExecutionExceptionHandler((e, _, _) -> failed(session, e));
  }

  // Hidden, since it would be a line in each help that tells what its reader knows already.
  private static void addHelp(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .type(boolean.class)
            .usageHelp(true)
            .hidden(true)
            .description("Explains the command.")
            .build());
  }

  private static int badUsage(Session session, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName(" ");
    session.say(message(e));
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, session.err())) {
      session.say(
          command.contains(" ")
              ? "`%s` explains it".formatted(command.replaceFirst(" ", " help "))
              : "`loadstone help` lists the commands");
    }
    return ExitStatus.BAD_INPUT;
  }

  private static String message(ParameterException e) {
    boolean noCommand =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
            && !unmatched.isUnknownOption()
            && !e.getCommandLine().getSubcommands().isEmpty();
    return noCommand
        ? "there is no command '%s'"
            .formatted(((CommandLine.UnmatchedArgumentException) e).getUnmatched().getFirst())
        : String.valueOf(e.getMessage());
  }

  private static int failed(Session session, Exception e) {
    session.out().flush();
    if (e instanceof CommandFailedException refusal) {
      session.say(String.valueOf(refusal.getMessage()));
      return refusal.exitStatus();
    }
    session.say("this is a fault of the command line itself: " + e + TRACE_HINT);
    if (System.getenv(TRACE) != null) {
      e.printStackTrace(session.err());
    }
    return ExitStatus.FAILED;
  }
}
