package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadstone.api.quantity.KnownNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a plan or a profile and shows how it goes. */
@Command(
    name = "run",
    description =
        "Runs a plan or a profile, shows how it goes, and prints the result. Starts the agent if none runs. Ctrl-C stops the run and prints what it did; a second Ctrl-C leaves it to the agent.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  loadstone run quick",
      "  loadstone run hp-eva4400 --target 'file:/mnt/lun7/t.dat?size=8GiB'",
      "  loadstone run quick --set runTime=10s --label disk=dynamic",
      "  loadstone run plan.yaml --preview"
    })
final class RunCommand implements Callable<Integer> {
  // The agent takes texts of up to 2 MiB; whatever is larger was not meant as a plan.
  private static final int LONGEST_PLAN_BYTES = 1 << 20;

  /** How a preview begins the line that says why the plan would not be started. */
  private static final Map<String, Integer> REFUSED =
      Map.of(
          "REFUSED for safety: ", ExitStatus.REFUSED,
          "REFUSED as a bad plan: ", ExitStatus.BAD_INPUT,
          "REFUSED for now: ", ExitStatus.FAILED);

  private static final String STANDARD_INPUT = "standard input";

  private final Session session;

  @Parameters(
      paramLabel = "PLAN|PROFILE",
      description =
          "A file with a plan in YAML or JSON, - for standard input, or the name of a profile (`loadstone profiles`).")
  private String what;

  @Option(
      names = "--target",
      paramLabel = "URI",
      description = "What to test, instead of the plan's own target; may be repeated.")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "K=V",
      description =
          "A setting of the profile, or a field of the plan such as runTime=5s or load.outstanding=1..8; may be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "K=V",
      description = "A factor of a study, kept with the result; may be repeated.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "N",
      description = "Name of the run, instead of the plan's.")
  private String name = "";

  @Option(
      names = "--preview",
      description =
          "Print the complete plan and what it would do and destroy; run nothing. Ends as the run would if the plan would be refused.")
  private boolean preview;

  @Option(names = "--detach", description = "Print the run's id and leave it to the agent.")
  private boolean detach;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the result as JSON into this file as well.")
  private @Nullable Path json;

  @SuppressWarnings("NullAway.Init") // picocli sets the parameter
  RunCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (detach && (json != null || preview)) {
      throw badUsage("--detach does not wait, so it can't be together with --json or --preview");
    }
    // Whatever is wrong with the words themselves is said before an agent is started for them.
    String targetList = String.join("\n", targets.stream().map(RunCommand::absolute).toList());
    String settingList = KeyValues.joined("--set", settings);
    String labelList = KeyValues.joined("--label", labels);
    @Nullable String planText = planFromFile();
    if (json != null) {
      WholeFile.refuseHopeless(json);
    }
    AgentClient client = session.connectOrStart();
    String source = what.equals("-") ? STANDARD_INPUT : what;
    if (planText == null) {
      source = "profile " + what;
      refuseUnknownProfile(client);
      planText = client.text("planOf", what, targetList, settingList);
      targetList = "";
      settingList = "";
    }
    if (preview) {
      String text =
          client.text("previewWith", planText, targetList, settingList, name, labelList, source);
      session.out().println(text.stripTrailing());
      return statusOfPreview(text);
    }
    String id =
        client.text("startWith", planText, targetList, settingList, name, labelList, source);
    if (detach) {
      session.out().println(id);
      session.say("`loadstone watch %s` shows how it goes".formatted(id));
      return ExitStatus.DONE;
    }
    return follow(client, id);
  }

  private static int statusOfPreview(String text) {
    return REFUSED.entrySet().stream()
        .filter(refused -> text.lines().anyMatch(line -> line.startsWith(refused.getKey())))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(ExitStatus.DONE);
  }

  private int follow(AgentClient client, String id) {
    session.out().println("run " + id);
    session.out().flush();
    AtomicInteger interrupts = new AtomicInteger();
    Interrupts.onInterrupt(() -> interrupted(client, id, interrupts.incrementAndGet()));
    ProgressView view = ProgressView.on(session, client, id, true);
    RunWatch.Outcome outcome = new RunWatch(client, id, view).follow();
    Results.print(session, client, id, outcome);
    if (json != null) {
      WholeFile.write(json, client.text("result", id));
      session.out().println("JSON: " + json);
    }
    return outcome.completed() ? ExitStatus.DONE : ExitStatus.FAILED;
  }

  private void interrupted(AgentClient client, String id, int times) {
    if (times > 1) {
      session.err().println();
      session.say(
          "left; the agent goes on with the run: `loadstone watch %s`, `loadstone abort %s`"
              .formatted(id, id));
      session.out().flush();
      Runtime.getRuntime().halt(ExitStatus.FAILED);
    }
    session.err().println();
    session.say("stopping the run; Ctrl-C again leaves it to the agent");
    try {
      client.call("stop", id);
    } catch (CommandFailedException e) {
      session.say(String.valueOf(e.getMessage()));
    }
  }

  private @Nullable String planFromFile() {
    try {
      if (what.equals("-")) {
        return planFrom(System.in, STANDARD_INPUT);
      }
      Path file = Path.of(what);
      if (what.isBlank()) {
        throw badUsage("the name of the plan or profile is empty");
      }
      if (Files.isDirectory(file)) {
        throw badUsage(what + " is a folder; name a file with a plan in it");
      }
      if (Files.exists(file)) {
        try (InputStream bytes = Files.newInputStream(file)) {
          return planFrom(bytes, what);
        }
      }
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT,
          "the plan %s can't be read: %s".formatted(what, FileReason.of(e)),
          e);
    }
    if (what.contains("/") || what.matches("(?i).*\\.(ya?ml|json)")) {
      throw badUsage("there is no file " + Path.of(what).toAbsolutePath().normalize());
    }
    return null;
  }

  private static String planFrom(InputStream input, String named) throws IOException {
    byte[] bytes = input.readNBytes(LONGEST_PLAN_BYTES + 1);
    if (bytes.length > LONGEST_PLAN_BYTES) {
      throw badUsage(
          "%s is larger than %d bytes (1 MiB), so it is no plan"
              .formatted(named, LONGEST_PLAN_BYTES));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT, named + " is no text in UTF-8, so it is no plan", e);
    }
  }

  private void refuseUnknownProfile(AgentClient client) {
    List<String> known = new ArrayList<>();
    for (JsonNode profile : client.attribute("Profiles")) {
      known.add(profile.path("name").asText());
    }
    if (!known.contains(what)) {
      String nearest =
          KnownNames.nearest(what, known).map(n -> "did you mean '%s'? ".formatted(n)).orElse("");
      throw badUsage(
          "'%s' is neither a file nor a profile; %sprofiles are %s"
              .formatted(what, nearest, String.join(", ", known)));
    }
  }

  /** The agent does not know the folder that the command was typed in. */
  private static String absolute(String target) {
    if (target.startsWith("/")) {
      return "file:" + target;
    }
    if (target.startsWith("./") || target.startsWith("../")) {
      return "file:" + Path.of(target).toAbsolutePath().normalize();
    }
    return target;
  }

  private static CommandFailedException badUsage(String message) {
    return new CommandFailedException(ExitStatus.BAD_INPUT, message);
  }
}
