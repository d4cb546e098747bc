package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An agent with folders of its own, and the command line that talks to it. As a static extension it
 * is started before the tests of a class and stopped after them.
 */
final class Agent implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
  /** More than any command should need on a slow machine. */
  static final Duration BOUND = Duration.ofSeconds(60);

  // Most agents of tests are over before the second compiler pays.
  private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final Pattern RUN_ID = Pattern.compile("\\b\\d{8}-\\d{6}-[0-9a-f]{4,}\\b");

  private final Path folder;
  private List<String> prefix = List.of();
  private String javaOptions = ONE_COMPILER;

  private Agent(Path folder) {
    this.folder = folder;
  }

  /** One that never ran. */
  static Agent fresh(String name) {
    Agent agent = new Agent(Dist.folder(name));
    // A run may start the agent; the well-known port may be taken on this machine.
    agent.configure(
        "io.loadstone.http.cfg",
        "host=127.0.0.1",
        "port=${loadstone.http.port:-0}",
        "dataFolder=${loadstone.data}");
    return agent;
  }

  /** Lets targets live in these folders besides the agent's own. */
  Agent allowing(Path... folders) {
    String all = Arrays.stream(folders).map(f -> "," + f).collect(Collectors.joining());
    return configure(
        "io.loadstone.targets.cfg",
        "targetsFolder=${loadstone.data}/targets",
        "allowedFolders=${loadstone.data}/targets" + all);
  }

  /** Writes a file of its configuration, before the start. */
  Agent configure(String name, String... lines) {
    try {
      if (!Files.isDirectory(config())) {
        Files.createDirectory(config());
        Dist.give(config());
      }
      write(config().resolve(name), String.join("\n", lines) + "\n");
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the Java of it as it is shipped, for tests of what that needs or does. */
  Agent asShipped() {
    javaOptions = "";
    return this;
  }

  /** Starts it through another command, which takes the rest as its arguments. */
  Agent startedThrough(String... command) {
    prefix = List.of(command);
    return this;
  }

  Path folder() {
    return folder;
  }

  Path config() {
    return folder.resolve("config");
  }

  Path data() {
    return folder.resolve("data");
  }

  Path logs() {
    return folder.resolve("logs");
  }

  Path plugins() {
    return folder.resolve("plugins");
  }

  /** A file that it lays out in its own folder. */
  Path target(String name) {
    return data().resolve("targets").resolve(name);
  }

  /** Writes a file of its user. */
  Path write(String name, String text) {
    return write(folder.resolve(name), text);
  }

  private static Path write(Path file, String text) {
    try {
      Files.writeString(file, text);
      Dist.give(file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the command line. */
  Ended loadstone(String... arguments) {
    return inBackground(arguments).await(BOUND);
  }

  /** Starts the command line. */
  Running inBackground(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Dist.program().resolve("bin/loadstone").toString());
    command.addAll(List.of(arguments));
    return command(command);
  }

  /** Starts a command as the user of the agent, in its environment. */
  Running command(List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(Dist.asUser(command));
    return Running.start(folder, environment(), all);
  }

  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(Dist.environment());
    environment.put("HOME", folder.toString());
    environment.put("TERM", "xterm");
    environment.put("LOADSTONE_CONFIG", config().toString());
    environment.put("LOADSTONE_DATA", data().toString());
    environment.put("LOADSTONE_LOGS", logs().toString());
    environment.put("LOADSTONE_PLUGINS", plugins().toString());
    environment.put("LOADSTONE_JAVA_OPTIONS", javaOptions);
    return environment;
  }

  /** Starts it on any free port. */
  Ended start() {
    return loadstone("start", "--port", "0").expect(0);
  }

  /** Runs a plan by the command line, and waits for its end. */
  Ended run(String plan) {
    return loadstone("run", write("plan.yaml", plan).toString());
  }

  /** Starts a run of this plan and gives its id at once, much faster than the command line does. */
  String detach(String plan) {
    String id = endpoint().exec("start", plan);
    assertThat(id).as("the id of a run of " + plan).matches(RUN_ID.pattern());
    return id;
  }

  /** Runs a plan to its end and gives its id, much faster than the command line does. */
  String completed(String plan) {
    String id = detach(plan);
    await("end of run " + id).atMost(BOUND).until(() -> live(id).path("EndedEpochMs").asLong() > 0);
    assertThat(live(id).path("State").asText()).as("run " + id).isEqualTo("COMPLETED");
    return id;
  }

  /** The same by the command line, with more of its arguments. */
  String detach(String plan, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of("run", write("plan.yaml", plan).toString()));
    arguments.add("--detach");
    arguments.addAll(more);
    return idIn(loadstone(arguments.toArray(String[]::new)).expect(0));
  }

  /** The id of a run that a command names. */
  static String idIn(Ended command) {
    Matcher id = RUN_ID.matcher(command.said());
    assertThat(id.find()).as("names a run: " + command).isTrue();
    return id.group();
  }

  /** What the agent has to say about a run: the same as {@code --json} and the export. */
  JsonNode result(String id) {
    String text = endpoint().exec("result", id);
    assertThat(text).as("result of run " + id).doesNotContain("\tat ").doesNotContain("Exception");
    return Result.parse(text);
  }

  /** Holds against a run that it failed, says all this of it, and kept what it measured. */
  void assertFailedWithIntervals(String id, String... reason) {
    JsonNode run = result(id).path("run");
    assertThat(run.path("state").asText()).isEqualTo("FAILED");
    assertThat(run.path("reason").asText()).contains(reason);
    assertThat(
            Long.parseLong(
                sqlite("SELECT sum(total_operations) FROM intervals WHERE run_id = '" + id + "'")))
        .as("operations in intervals that were kept")
        .isPositive();
  }

  /** The attributes of a run that goes on. */
  JsonNode live(String id) {
    return endpoint().read("io.loadstone:type=Run,id=\"" + id + "\"").path("value");
  }

  /** What it says of its own health: {@code ok}, or what is wrong. */
  String health() {
    String health =
        endpoint().read("io.loadstone:type=Agent").path("value").path("Health").asText();
    assertThat(health).as("the agent answers").isNotEmpty();
    return health;
  }

  /** Waits until a run has published this many intervals of this state. */
  void awaitIntervals(String id, int intervals) {
    await("intervals of run " + id)
        .atMost(BOUND)
        .until(() -> live(id).path("IntervalCount").asLong() >= intervals);
  }

  /** Waits until a run is in this state. */
  void awaitState(String id, String state, Duration bound) {
    await("state of run " + id)
        .atMost(bound)
        .until(() -> live(id).path("State").asText(), state::equals);
  }

  /** Ends what a failed test left going on, so that the next one does not wait for it. */
  void endRuns() {
    for (String id : sqlite("SELECT id FROM runs WHERE ended_epoch_ms = 0").lines().toList()) {
      endpoint().exec("abort", id);
    }
  }

  /** Its control endpoint. */
  Endpoint endpoint() {
    return new Endpoint(data().resolve("control").resolve("endpoint"));
  }

  long pid() {
    return Long.parseLong(endpoint().property("pid"));
  }

  /** Its process, if it lives. */
  Optional<ProcessHandle> process() {
    return Files.exists(data().resolve("control").resolve("endpoint"))
        ? ProcessHandle.of(pid()).filter(Agent::lives)
        : Optional.empty();
  }

  /** Whether a process runs; one that has ended and that nobody has waited for does not. */
  static boolean lives(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException _) { // gone
      return false;
    }
  }

  /** What the program {@code sqlite3} reads from its results, while it runs or not. */
  String sqlite(String query) {
    return command(List.of("sqlite3", "-noheader", data().resolve("results.db").toString(), query))
        .await(BOUND)
        .expect(0)
        .out()
        .strip();
  }

  /** Everything it ever logged. */
  String logged() {
    try (Stream<Path> files = Files.list(logs())) {
      return files.sorted().map(Agent::read).collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every file of a folder with its size and times, to see whether anything was touched. */
  static Set<String> inventory(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Set.of();
    }
    return Set.of(Dist.tool("find", folder.toString(), "-printf", "%P %s %C@ %T@\\n").split("\n"));
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      await("end of the agent").atMost(BOUND).until(() -> !lives(process));
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  /** Ends it, by force if need be, and removes its folders. */
  @Override
  public void close() {
    process().ifPresent(Agent::end);
    try {
      Dist.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
