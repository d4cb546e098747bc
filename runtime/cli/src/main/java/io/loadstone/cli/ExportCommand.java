package io.loadstone.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes what a run measured in another form. */
@Command(name = "export", description = "Writes what a run measured in the form of your choice.")
final class ExportCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "json (steps), csv (every interval), hlog (histograms), crystaldiskmark, text, json-schema (of json); plug-ins may add others.")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write into this file, as a whole, instead of standard output; replaces one that is there.")
  private @Nullable Path output;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameters
  ExportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (output != null) {
      WholeFile.refuseHopeless(output);
    }
    AgentClient client = session.connect();
    String text = client.text("export", run.resolve(client), format);
    if (output == null) {
      session.out().print(text);
    } else {
      WholeFile.write(output, text);
    }
    return ExitStatus.DONE;
  }
}
