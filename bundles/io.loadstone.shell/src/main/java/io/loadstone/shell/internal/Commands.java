package io.loadstone.shell.internal;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.AgentMXBean.NamedRow;
import io.loadstone.api.control.AgentMXBean.ProfileRow;
import io.loadstone.api.control.AgentMXBean.RunRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The commands of scope {@code loadstone}. Each returns a text, which the shell prints; what is
 * wrong is the message of the exception, which the shell prints as well.
 */
@Component(
    service = Commands.class,
    property = {
      "osgi.command.scope=loadstone",
      "osgi.command.function=run",
      "osgi.command.function=preview",
      "osgi.command.function=runs",
      "osgi.command.function=show",
      "osgi.command.function=stop",
      "osgi.command.function=abort",
      "osgi.command.function=engines",
      "osgi.command.function=targets",
      "osgi.command.function=profiles"
    })
public final class Commands {
  private final AgentMXBean agent;

  /** The component. */
  @Activate
  public Commands(@Reference AgentMXBean agent) {
    this.agent = agent;
  }

  /** Starts a plan file or a profile. */
  @Descriptor("starts a plan file or a profile; returns the run's id")
  public String run(
      @Descriptor("a plan file or a profile") String planOrProfile,
      @Descriptor("target URIs and settings key=value") String... more)
      throws IOException {
    Given given = Given.of(more);
    Path file = Path.of(planOrProfile);
    return Files.isRegularFile(file)
        ? agent.startWith(
            Files.readString(file), given.targets(), given.settings(), "", "", planOrProfile)
        : agent.startProfile(planOrProfile, given.targets(), given.settings());
  }

  /** What a plan file or a profile would do. */
  @Descriptor("shows what a plan file or a profile would do and destroy; changes nothing")
  public String preview(
      @Descriptor("a plan file or a profile") String planOrProfile,
      @Descriptor("target URIs and settings key=value") String... more)
      throws IOException {
    Given given = Given.of(more);
    Path file = Path.of(planOrProfile);
    return Files.isRegularFile(file)
        ? agent.previewWith(
            Files.readString(file), given.targets(), given.settings(), "", "", planOrProfile)
        : agent.previewProfile(planOrProfile, given.targets(), given.settings());
  }

  /** The last runs. */
  @Descriptor("lists the last runs, newest first")
  public String runs() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("id", "state", "started", "name", "reason"));
    for (RunRow run : agent.runs()) {
      rows.add(List.of(run.id(), run.state(), run.startedAt(), run.name(), run.reason()));
    }
    return table(rows);
  }

  /** What a run measured. */
  @Descriptor("shows what a run measured, as JSON or in another format")
  public String show(
      @Descriptor("the run's id") String id,
      @Descriptor("a format; json if none") String... format) {
    return format.length == 0 ? agent.result(id) : agent.export(id, format[0]);
  }

  /** Drains a run and ends it. */
  @Descriptor("drains a run and ends it with its results")
  public void stop(@Descriptor("the run's id") String id) {
    agent.stop(id);
  }

  /** Cancels a run's I/O and ends it. */
  @Descriptor("cancels a run's I/O and ends it with its results")
  public void abort(@Descriptor("the run's id") String id) {
    agent.abort(id);
  }

  /** The engines. */
  @Descriptor("lists the engines, with the reason if one can't be used here")
  public String engines() {
    return named(agent.getEngines());
  }

  /** The kinds of targets. */
  @Descriptor("lists the kinds of targets")
  public String targets() {
    return named(agent.getTargets());
  }

  /** The profiles. */
  @Descriptor("lists the profiles with their settings")
  public String profiles() {
    StringBuilder text = new StringBuilder();
    for (ProfileRow profile : agent.getProfiles()) {
      text.append(profile.name()).append("  ").append(profile.description()).append('\n');
      profile.settings().forEach(setting -> text.append("    ").append(setting).append('\n'));
    }
    return text.toString();
  }

  private static String named(List<NamedRow> named) {
    List<List<String>> rows = new ArrayList<>();
    for (NamedRow row : named) {
      rows.add(
          List.of(
              row.name(),
              row.available() ? row.description() : "not available here: " + row.reason()));
    }
    return table(rows);
  }

  private static String table(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
        line.append(row.get(i)).repeat(' ', width - row.get(i).length() + 2);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /**
   * Arguments sorted out: {@code key=value} is a setting unless a scheme stands before the equals
   * sign.
   */
  private record Given(String targets, String settings) {
    static Given of(String... arguments) {
      List<String> targets = new ArrayList<>();
      List<String> settings = new ArrayList<>();
      for (String argument : arguments) {
        boolean target = argument.matches("(?s)[a-z][a-z0-9+.-]*:.*");
        (target ? targets : settings).add(argument);
      }
      return new Given(String.join("\n", targets), String.join("\n", settings));
    }
  }
}
