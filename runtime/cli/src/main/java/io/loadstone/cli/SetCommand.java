package io.loadstone.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes set points of a run. */
@Command(
    name = "set",
    description =
        "Changes the step under way: outstanding, rate (of an open loop), read, blockSize, thinkTime. It takes effect within a second, holds for the rest of the step, and stands in the run's journal.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  loadstone set last rate=8000/s",
      "  loadstone set last outstanding=64 read=70%% blockSize=8KiB",
      "  loadstone set last thinkTime=10ms"
    })
final class SetCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final RunArgument run = new RunArgument();

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "K=V",
      description = "A set point and its value, as in a plan.")
  private List<String> changes = new ArrayList<>();

  SetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String pairs = KeyValues.joined("set", changes);
    AgentClient client = session.connect();
    String id = run.resolve(client);
    client.changeRun(id, pairs);
    session.out().println("run %s goes on with %s".formatted(id, String.join(", ", changes)));
    return ExitStatus.DONE;
  }
}
