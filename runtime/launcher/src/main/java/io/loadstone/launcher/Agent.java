package io.loadstone.launcher;

import io.loadstone.launcher.DataFolderLock.DataFolderInUseException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.osgi.framework.BundleException;

/** One life of the agent in this JVM, from the lock on the data folder to the end. */
final class Agent {
  /** It ran and was asked to end. */
  static final int ENDED = 0;

  /** Another agent works on the data folder. */
  static final int REFUSED = 3;

  /** It did not come up; the same status as the command line's "no agent". */
  static final int NOT_UP = 4;

  // A bundle that hangs in its start holds up all that come after it; the command line waits 60 s.
  private static final Duration START_WAIT = Duration.ofSeconds(45);

  // Everything starts synchronously, so that the endpoint is there when the start level is reached;
  // the rest is for a control bundle that opens its door on a thread of its own.
  private static final Duration ENDPOINT_WAIT = Duration.ofSeconds(20);
  private static final Duration ENDPOINT_WAIT_AFTER_ERRORS = Duration.ofSeconds(3);
  private static final long POLL_MS = 20;

  // The core drains runs for at most its drainTimeoutSeconds; this bounds everything.
  private static final Duration STOP_BOUND = Duration.ofSeconds(60);

  private final Places places;
  private final StartReport report;
  private final Duration startWait;
  private final Duration endpointWait;
  private final IntConsumer halt;

  Agent(Places places, PrintStream out) {
    this(places, out, START_WAIT, ENDPOINT_WAIT, Runtime.getRuntime()::halt);
  }

  Agent(
      Places places, PrintStream out, Duration startWait, Duration endpointWait, IntConsumer halt) {
    this.places = places;
    this.report = new StartReport(places, out);
    this.startWait = startWait;
    this.endpointWait = endpointWait;
    this.halt = halt;
  }

  /**
   * Runs it until it is stopped.
   *
   * @return the exit status
   */
  int run() {
    try {
      places.publish();
      places.create();
    } catch (IOException e) {
      report.say(Objects.requireNonNullElse(e.getMessage(), e.toString()));
      return NOT_UP;
    }
    try (DataFolderLock _ = DataFolderLock.acquire(places.data())) {
      return runAlone();
    } catch (DataFolderInUseException e) {
      report.say(Objects.requireNonNullElse(e.getMessage(), e.toString()));
      return REFUSED;
    } catch (IOException e) {
      report.say(
          "the agent can't work on its folders: "
              + Objects.requireNonNullElse(e.getMessage(), e.toString()));
      return NOT_UP;
    }
  }

  private int runAlone() throws IOException {
    report.starting();
    Files.deleteIfExists(places.endpointFile());
    empty(places.data().resolve("tmp"));
    DefaultConfiguration.copyMissing(places.home().resolve("config"), places.config());
    List<String> aboutTheLog = LogConfiguration.load(places);
    try {
      return runFramework(aboutTheLog);
    } catch (BadConfigurationException e) {
      report.failed(List.of(String.valueOf(e.getMessage())));
      return NOT_UP;
    } catch (BundleException e) {
      report.failed(List.of("the OSGi framework: " + AgentFramework.reason(e)));
      return NOT_UP;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      report.failed(List.of("the start was interrupted"));
      return NOT_UP;
    } finally {
      Files.deleteIfExists(places.endpointFile());
    }
  }

  private int runFramework(List<String> aboutTheLog)
      throws BadConfigurationException, BundleException, IOException, InterruptedException {
    FrameworkSettings settings = FrameworkSettings.load(places);
    AgentFramework framework = AgentFramework.create(settings.values());
    framework.onStopping(Agent::haltIfItHangs);
    Thread hook = new Thread(() -> stop(framework), "loadstone-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (LoggedErrors errors = LoggedErrors.listen()) {
      framework.install(places.home().resolve("bundles"));
      CompletableFuture<Void> started = framework.start();
      Optional<String> url = awaitControl(started, errors);
      List<String> problems = new ArrayList<>(aboutTheLog);
      problems.addAll(settings.remarks());
      problems.addAll(problems(framework, started.isDone(), errors));
      if (url.isEmpty()) {
        if (problems.isEmpty()) {
          problems.add(
              "%s within %d s"
                  .formatted(
                      endpointUrl().isEmpty()
                          ? "no control endpoint was opened"
                          : "there is no MBean " + AgentMBean.NAME,
                      endpointWait.toSeconds()));
        }
        report.failed(problems);
        if (!started.isDone() || !framework.stop(STOP_BOUND.toMillis())) {
          halt.accept(NOT_UP); // what hangs in its start hangs in its stop too
        }
        return NOT_UP;
      }
      report.running(url.get(), problems, framework.isImpaired(AgentMBean.troubles()));
    }
    framework.awaitEnd();
    return ENDED;
  }

  /** What did not come up: as the framework, the log and the agent itself tell it, each once. */
  private static List<String> problems(
      AgentFramework framework, boolean started, LoggedErrors errors) {
    List<AgentMBean.Row> troubles = started ? AgentMBean.troubles() : List.of();
    List<String> problems =
        new ArrayList<>(started ? framework.problems(troubles) : framework.hanging());
    for (String message : errors.messages()) {
      if (problems.stream().noneMatch(problem -> problem.contains(message))
          && troubles.stream().noneMatch(trouble -> message.contains(trouble.name()))) {
        problems.add(message);
      }
    }
    for (AgentMBean.Row trouble : troubles) {
      if (problems.stream()
          .noneMatch(p -> p.contains(trouble.name()) || trouble.cause().contains(p))) {
        problems.add("%s is %s: %s".formatted(trouble.name(), trouble.state(), trouble.cause()));
      }
    }
    return problems;
  }

  /** Waits until the agent can be controlled: the door is open, and there is somebody behind it. */
  private Optional<String> awaitControl(CompletableFuture<Void> started, LoggedErrors errors)
      throws BundleException, InterruptedException {
    try {
      started.get(startWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new BundleException(String.valueOf(e.getCause()), e);
    }
    long begin = System.nanoTime();
    while (true) {
      Optional<String> url = AgentMBean.isThere() ? endpointUrl() : Optional.empty();
      Duration waited = Duration.ofNanos(System.nanoTime() - begin);
      Duration bound =
          errors.messages().isEmpty() || endpointWait.compareTo(ENDPOINT_WAIT_AFTER_ERRORS) < 0
              ? endpointWait
              : ENDPOINT_WAIT_AFTER_ERRORS;
      if (url.isPresent() || waited.compareTo(bound) > 0) {
        return url;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }

  private Optional<String> endpointUrl() {
    try (Stream<String> lines = Files.lines(places.endpointFile())) {
      return lines
          .filter(line -> line.startsWith("url="))
          .map(line -> line.substring("url=".length()))
          .findFirst();
    } catch (IOException _) { // not there yet
      return Optional.empty();
    }
  }

  private void stop(AgentFramework framework) {
    try {
      if (!framework.stop(STOP_BOUND.toMillis())) {
        report.say("the agent did not stop within " + STOP_BOUND.toSeconds() + " s and was cut");
      }
      Files.deleteIfExists(places.endpointFile());
    } catch (BundleException | IOException e) {
      report.say("the agent did not stop cleanly: " + e);
    } catch (InterruptedException _) { // nothing is left to do in a shutdown hook
      Thread.currentThread().interrupt();
    }
  }

  // For a stop that came over the wire there is no JVM shutdown that would bound it.
  private static void haltIfItHangs() {
    Thread.ofPlatform()
        .daemon()
        .name("loadstone-stop-bound")
        .start(
            () -> {
              try {
                TimeUnit.NANOSECONDS.sleep(STOP_BOUND.plusSeconds(2).toNanos());
                Runtime.getRuntime().halt(1);
              } catch (InterruptedException _) { // the JVM ends
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Temporary files of an agent that was killed are removed here. */
  private static void empty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }
}
