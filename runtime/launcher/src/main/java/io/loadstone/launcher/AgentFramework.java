package io.loadstone.launcher;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.hooks.bundle.FindHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.startlevel.BundleStartLevel;

/** The OSGi framework with the bundles of the distribution. */
final class AgentFramework {
  // Felix repeats the whole requirement, and every requirement behind it; the first says it all.
  private static final Pattern REPETITION = Pattern.compile("(?s) Unresolved requirements: .*");

  /** What follows the JVM's own words if it could not get a thread or memory. */
  static final String CURE_OF_LIMITS =
      "; raise ulimit -u, ulimit -v, or TasksMax and MemoryMax in the systemd unit";

  private static final String BY_REFERENCE = "reference:";
  private static final String INSTALLER = "org.apache.felix.fileinstall";

  private final Framework framework;
  private final Map<String, String> causes = new ConcurrentHashMap<>();
  private final List<String> notInstalled = new ArrayList<>();
  private final NoImpostors noImpostors = new NoImpostors();

  private AgentFramework(Framework framework) {
    this.framework = framework;
  }

  /** Makes the framework; nothing runs in it yet. */
  static AgentFramework create(Map<String, String> settings) throws BundleException {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow().newFramework(settings);
    framework.init();
    AgentFramework agent = new AgentFramework(framework);
    BundleContext context = framework.getBundleContext();
    context.addFrameworkListener(agent::remember);
    context.registerService(FindHook.class, AgentFramework::hideFromInstaller, null);
    context.registerService(ResolverHookFactory.class, agent.noImpostors, null);
    context.addBundleListener(agent.noImpostors);
    // The OSGi MBeans appear only where this is a service.
    context.registerService(MBeanServer.class, ManagementFactory.getPlatformMBeanServer(), null);
    return agent;
  }

  // File Install updates a bundle of the same name and version with whatever lies in plugins/. It
  // can't do that to a bundle that it does not see, and the framework refuses a second one.
  private static void hideFromInstaller(BundleContext asks, Collection<Bundle> found) {
    if (INSTALLER.equals(asks.getBundle().getSymbolicName())) {
      found.removeIf(bundle -> isOurs(bundle) && !bundle.equals(asks.getBundle()));
    }
  }

  private void remember(FrameworkEvent event) {
    if (event.getType() == FrameworkEvent.ERROR && event.getBundle() != null) {
      causes.put(name(event.getBundle()), reason(event.getThrowable()));
    }
  }

  /** Installs {@code NN/*.jar} of a folder at start level NN, by reference: nothing is copied. */
  void install(Path bundles) throws IOException {
    for (Path jar : jars(bundles)) {
      try {
        int level = Integer.parseInt(jar.getName(jar.getNameCount() - 2).toString());
        Bundle bundle =
            framework.getBundleContext().installBundle(BY_REFERENCE + jar.toUri().toASCIIString());
        noImpostors.protect(bundle);
        bundle.adapt(BundleStartLevel.class).setStartLevel(level);
        if (!isFragment(bundle)) {
          bundle.start(Bundle.START_ACTIVATION_POLICY);
        }
      } catch (BundleException | NumberFormatException e) {
        notInstalled.add("bundle %s can't be installed: %s".formatted(jar, reason(e)));
      }
    }
  }

  private static List<Path> jars(Path bundles) throws IOException {
    try (Stream<Path> files = Files.walk(bundles, 2)) {
      return files
          .filter(f -> f.getNameCount() == bundles.getNameCount() + 2)
          .filter(f -> f.toString().endsWith(".jar"))
          .sorted()
          .toList();
    }
  }

  /** Starts all, on a thread of its own; done when the highest start level is reached. */
  CompletableFuture<Void> start() {
    CompletableFuture<Void> started = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("loadstone-start")
        .start(
            () -> {
              try {
                framework.start();
                started.complete(null);
              } catch (Throwable e) { // a limit on threads is an Error, and must end the start too
                started.completeExceptionally(e);
              }
            });
    return started;
  }

  /** Bundles that are in the middle of their start, each as one sentence; others wait for them. */
  List<String> hanging() {
    List<Bundle> starting =
        bundles()
            .filter(bundle -> bundle.getState() == Bundle.STARTING)
            .filter(bundle -> bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID)
            .filter(bundle -> bundle.getHeaders("").get(Constants.BUNDLE_ACTIVATIONPOLICY) == null)
            .toList();
    // A bundle of ours that starts plug-ins is only held up by them.
    boolean plugin = starting.stream().anyMatch(bundle -> !isOurs(bundle));
    return starting.stream()
        .filter(bundle -> !plugin || !isOurs(bundle))
        .map(
            bundle ->
                "bundle %s %s hangs in its start%s"
                    .formatted(
                        name(bundle),
                        bundle.getVersion(),
                        plugin ? "; take the plug-in %s away".formatted(file(bundle)) : ""))
        .toList();
  }

  // None if it has been stopped already, by somebody who was quick.
  private Stream<Bundle> bundles() {
    BundleContext context = framework.getBundleContext();
    try {
      return context == null ? Stream.of() : Stream.of(context.getBundles());
    } catch (IllegalStateException _) { // between the two lines
      return Stream.of();
    }
  }

  /** Whether it is part of the program. */
  static boolean isOurs(Bundle bundle) {
    return bundle.getLocation().startsWith(BY_REFERENCE);
  }

  /** The path of a bundle that came as a file, as people write it. */
  static String file(Bundle bundle) {
    String location = bundle.getLocation();
    return location.startsWith("file:") ? Path.of(URI.create(location)).toString() : location;
  }

  /**
   * Bundles that are not up, each as one sentence with its cause; empty if all are.
   *
   * @param told what the agent says of them, for causes that the framework did not tell
   */
  List<String> problems(List<AgentMBean.Row> told) {
    List<String> problems = new ArrayList<>(notInstalled);
    for (Bundle bundle : bundles().toList()) {
      if (isDown(bundle)) {
        problems.add(
            "bundle %s %s did not start: %s"
                .formatted(name(bundle), bundle.getVersion(), cause(bundle, told)));
      }
    }
    return problems;
  }

  /**
   * Whether a bundle of the program, or a component of one, is down; a broken plug-in is not meant.
   *
   * @param told what the agent says of bundles that do not work
   */
  boolean isImpaired(List<AgentMBean.Row> told) {
    return !notInstalled.isEmpty()
        || Stream.of(framework.getBundleContext().getBundles())
            .filter(AgentFramework::isOurs)
            .anyMatch(bundle -> isDown(bundle) || told.stream().anyMatch(row -> row.isOf(bundle)));
  }

  private static boolean isDown(Bundle bundle) {
    return bundle.getState() == Bundle.INSTALLED
        || (bundle.getState() == Bundle.RESOLVED && !isFragment(bundle));
  }

  private String cause(Bundle bundle, List<AgentMBean.Row> told) {
    String cause = causes.get(name(bundle));
    return cause != null
        ? cause
        : told.stream()
            .filter(row -> row.isOf(bundle))
            .map(row -> row.cause().replaceFirst("^it did not start: ", ""))
            .findFirst()
            .orElse("the log says why");
  }

  /** Waits until the framework has stopped. */
  void awaitEnd() throws InterruptedException {
    framework.waitForStop(0);
  }

  /**
   * Stops it.
   *
   * @return whether it has stopped within the bound
   */
  boolean stop(long timeoutMs) throws BundleException, InterruptedException {
    framework.stop();
    return framework.waitForStop(timeoutMs).getType() != FrameworkEvent.WAIT_TIMEDOUT;
  }

  /** Calls back once when the framework begins to stop, whoever asked for it. */
  void onStopping(Runnable action) {
    framework
        .getBundleContext()
        .addBundleListener(
            (SynchronousBundleListener)
                event -> {
                  if (event.getType() == BundleEvent.STOPPING
                      && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID) {
                    action.run();
                  }
                });
  }

  private static boolean isFragment(Bundle bundle) {
    return bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
  }

  /** Its symbolic name, or where it came from if it has none. */
  static String name(Bundle bundle) {
    String name = bundle.getSymbolicName();
    return name == null ? bundle.getLocation() : name;
  }

  /** What the innermost cause says, with its cure if it is one of the machine's limits. */
  static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (cause instanceof OutOfMemoryError) {
      return message + CURE_OF_LIMITS;
    }
    return message == null
        ? cause.getClass().getName()
        : REPETITION.matcher(message).replaceFirst("").strip();
  }
}
