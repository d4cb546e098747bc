package io.loadstone.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is left when no command was typed: the help. */
@Command(
    name = "loadstone",
    header =
        "Loadstone tests storage under load. An agent does it and stays up; this command line drives it.%n",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "",
      "A first run:  loadstone run quick",
      "Then:         loadstone runs | loadstone show last",
      "              loadstone export last --format csv",
      "Explained:    loadstone help COMMAND",
      ""
    },
    commandListHeading = "Commands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:the run failed, or did not come to its end; a result could not be written",
      "2:bad usage, a bad plan, or a file for a result that can't be made",
      "3:refused for safety",
      "4:no agent, or it or a part of it did not come up"
    },
    footerHeading = "%nPlaces:%n",
    footer = {
      "  LOADSTONE_BASE   a folder of config, data, logs and plugins; in a checkout",
      "                   it is .loadstone; without it the user's own folders:",
      "                   ~/.config/loadstone, ~/.local/share/loadstone and",
      "                   ~/.local/state/loadstone",
      "  LOADSTONE_CONFIG, LOADSTONE_DATA, LOADSTONE_LOGS, LOADSTONE_PLUGINS",
      "                   the same, one by one",
      "  LOADSTONE_JAVA   a Java 25 or newer; without it JAVA_HOME and the usual",
      "                   places are searched",
      "  NO_COLOR         no escape codes, as if there were no terminal",
      "  LOADSTONE_TRACE  if set, a fault of the command line itself shows where"
    },
    subcommands = {
      RunCommand.class,
      RunsCommand.class,
      ShowCommand.class,
      WatchCommand.class,
      SetCommand.class,
      StopRunCommand.class,
      AbortCommand.class,
      ExportCommand.class,
      ProfilesCommand.class,
      EnginesCommand.class,
      TargetsCommand.class,
      StartCommand.class,
      StopCommand.class,
      StatusCommand.class,
      PluginsCommand.class,
      LogCommand.class,
      PasswordCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    })
final class LoadstoneCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-V", "--version"},
      hidden = true,
      description = "The same as the command version.")
  private boolean version;

  private final Session session;

  @SuppressWarnings("NullAway.Init") // picocli sets the field
  LoadstoneCommand(Session session) {
    this.session = session;
  }

  @Override
  public void run() {
    if (version) {
      new VersionCommand(session).call();
    } else {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
