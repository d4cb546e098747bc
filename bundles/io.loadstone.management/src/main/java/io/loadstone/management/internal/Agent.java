package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.Credentials;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.Runs;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetUri;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.log.LogReaderService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's MBean. Everything it needs may be missing: it is what tells a person that something
 * is, and why.
 */
@Component(service = AgentMXBean.class, immediate = true)
public final class Agent implements AgentMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  private static final Duration STORE_BOUND = Duration.ofSeconds(2);

  private final BundleContext context;
  private final RunNotifications notifications = new RunNotifications();
  private final ServiceRegistration<RunListener> listener;
  private final Registration registration;
  private final StartFailures failures = new StartFailures();
  private final PluginHealth health;
  private final StoreHealth storeHealth = new StoreHealth(System::nanoTime, STORE_BOUND);
  private final Plans plans = new Plans(() -> this.planText, () -> this.profiles);
  private final Results results =
      new Results(() -> this.runs, () -> this.store, () -> this.formats);

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable Runs runs;

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable PlanText planText;

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable ResultStore store;

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable Credentials credentials;

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable ServiceComponentRuntime components;

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  volatile List<IoEngine> engines = List.of();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  volatile List<TargetProvider> targets = List.of();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  volatile List<Profile> profiles = List.of();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  volatile List<ResultFormat> formats = List.of();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void addLog(LogReaderService log) {
    log.addLogListener(failures);
    Collections.list(log.getLog()).reversed().forEach(failures::logged);
  }

  void removeLog(LogReaderService log) {
    log.removeLogListener(failures);
  }

  /** Registers the MBean. */
  @Activate
  public Agent(BundleContext context) {
    this.context = context;
    health = new PluginHealth(context, failures);
    registration =
        new Registration(
            new SelfExplaining(this, AgentMXBean.class, notifications.emitter()),
            Registration.named(OBJECT_NAME));
    context.addFrameworkListener(failures);
    // By hand, as in RunBeans: else this component and the run registry would wait for each other.
    listener = context.registerService(RunListener.class, notifications, null);
  }

  @Deactivate
  void deactivate() {
    context.removeFrameworkListener(failures);
    listener.unregister();
    registration.close();
    notifications.close();
  }

  @Override
  public String getVersion() {
    return property("loadstone.version");
  }

  @Override
  public String getHost() {
    Runs registry = runs;
    try {
      return registry == null ? InetAddress.getLocalHost().getHostName() : registry.agent().host();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  @Override
  public long getPid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public long getStartedEpochMs() {
    return ManagementFactory.getRuntimeMXBean().getStartTime();
  }

  @Override
  public String getDataFolder() {
    return property("loadstone.data");
  }

  @Override
  public String getResultFile() {
    ResultStore kept = store;
    return kept == null ? "" : kept.location();
  }

  @Override
  public String getConfigFolder() {
    return property("loadstone.config");
  }

  @Override
  public String getLogFile() {
    String folder = property("loadstone.logs");
    return folder.isEmpty() ? "" : Path.of(folder, "loadstone.log").toString();
  }

  @Override
  public String getHealth() {
    return Answers.of(
        () -> {
          List<String> problems = new ArrayList<>(PluginHealth.problems(getPlugins()));
          if (runs == null) {
            problems.add(
                "Nothing can run plans: the bundle io.loadstone.core gives no run registry.");
          }
          if (planText == null) {
            problems.add("No plan can be read: the bundle io.loadstone.plan gives no reader.");
          }
          ResultStore kept = store;
          if (kept == null) {
            problems.add("No result can be kept: the bundle io.loadstone.store gives no store.");
          } else {
            storeHealth.problem(kept).ifPresent(problems::add);
          }
          if (engines.stream().allMatch(engine -> engine.unavailable().isPresent())) {
            problems.add("No engine can be used here; the list of engines says why.");
          }
          return problems.isEmpty()
              ? "ok"
              : problems.getFirst()
                  + (problems.size() == 1
                      ? ""
                      : " (And %d more: see the plug-ins.)".formatted(problems.size() - 1));
        });
  }

  @Override
  public List<PluginRow> getPlugins() {
    return Answers.of(() -> health.rows(components));
  }

  @Override
  public List<NamedRow> getEngines() {
    return Answers.of(
        () ->
            sorted(
                engines.stream()
                    .map(
                        engine -> {
                          Optional<String> reason = engine.unavailable();
                          return new NamedRow(
                              engine.traits().name(),
                              engine.traits().description(),
                              reason.isEmpty(),
                              reason.orElse(""),
                              Stream.concat(
                                      PluginBeans.options(engine).stream(), engine.notes().stream())
                                  .toList());
                        })));
  }

  @Override
  public List<NamedRow> getTargets() {
    return Answers.of(
        () ->
            sorted(
                targets.stream()
                    .map(
                        target ->
                            new NamedRow(
                                target.scheme(), target.description(), true, "", List.of()))));
  }

  @Override
  public List<ProfileRow> getProfiles() {
    return Answers.of(
        () ->
            profiles.stream()
                .map(p -> new ProfileRow(p.name(), p.description(), PluginBeans.settings(p)))
                .sorted(Comparator.comparing(ProfileRow::name))
                .toList());
  }

  @Override
  public List<NamedRow> getFormats() {
    return Answers.of(
        () ->
            sorted(
                formats.stream()
                    .map(
                        format ->
                            new NamedRow(
                                format.name(), format.description(), true, "", List.of()))));
  }

  @Override
  public String start(String planText) {
    return startWith(planText, "", "", "", "", "");
  }

  @Override
  public String startWith(
      String planText, String targets, String settings, String name, String labels, String source) {
    return started(() -> read(planText, targets, settings, name, labels, source));
  }

  @Override
  public String startProfile(String profile, String targets, String settings) {
    return started(() -> plans.ofProfile(Texts.orEmpty(profile), targets, settings));
  }

  @Override
  public String planOf(String profile, String targets, String settings) {
    return Answers.of(
        () -> plans.toYaml(plans.ofProfile(Texts.orEmpty(profile), targets, settings)));
  }

  @Override
  public String preview(String planText) {
    return previewWith(planText, "", "", "", "", "");
  }

  @Override
  public String previewWith(
      String planText, String targets, String settings, String name, String labels, String source) {
    return previewed(() -> read(planText, targets, settings, name, labels, source));
  }

  @Override
  public String previewProfile(String profile, String targets, String settings) {
    return previewed(() -> plans.ofProfile(Texts.orEmpty(profile), targets, settings));
  }

  @Override
  public void stop(String runId) {
    end(runId, Run::stop);
  }

  @Override
  public void abort(String runId) {
    end(runId, Run::abort);
  }

  @Override
  public List<RunRow> runs() {
    return Answers.of(
        () ->
            results.last().stream()
                .map(
                    run ->
                        new RunRow(
                            run.id(),
                            run.name(),
                            run.state().name(),
                            run.reason(),
                            Texts.time(run.startedEpochMs()),
                            Texts.time(run.endedEpochMs()),
                            Texts.pairsText(run.labels())))
                .toList());
  }

  @Override
  public String result(String runId) {
    return export(runId, "json");
  }

  @Override
  public String export(String runId, String format) {
    return Answers.of(() -> results.export(Texts.orEmpty(runId), Texts.orEmpty(format)));
  }

  @Override
  public boolean removeTarget(String uri) {
    return Answers.of(
        () -> {
          TargetUri target = TargetUri.parse(Texts.orEmpty(uri));
          List<String> schemes = targets.stream().map(TargetProvider::scheme).sorted().toList();
          for (TargetProvider provider : targets) {
            if (provider.scheme().equals(target.scheme())) {
              return provider.remove(target);
            }
          }
          throw new IllegalArgumentException(
              "There is no kind of target \"%s\"%s; there are: %s."
                  .formatted(
                      target.scheme(),
                      Texts.didYouMean(target.scheme(), schemes),
                      schemes.isEmpty() ? "none" : String.join(", ", schemes)));
        });
  }

  @Override
  public String resetPassword() {
    return Answers.of(
        () -> {
          Credentials kept = credentials;
          if (kept == null) {
            throw new IllegalStateException(
                "There is no password to reset: the bundle io.loadstone.http is not there or failed;"
                    + " the plug-ins of the agent say why.");
          }
          return kept.resetPassword();
        });
  }

  @Override
  public void shutdown() {
    LOG.info("Shutdown was asked for.");
    // Not on this thread: it is one of those that the shutdown waits for.
    Thread.ofPlatform()
        .name("shutdown")
        .start(
            () -> {
              try {
                context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
              } catch (BundleException e) {
                LOG.error("The agent could not be stopped.", e);
              }
            });
  }

  private Plan read(
      String text, String targets, String settings, String name, String labels, String source)
      throws io.loadstone.api.plan.InvalidPlanException {
    return plans.read(
        text == null || text.isBlank() ? "" : text,
        Texts.orEmpty(source),
        targets,
        settings,
        Texts.orEmpty(name),
        labels);
  }

  private String started(Answers.Work<Plan> plan) {
    return Answers.of(() -> registry().start(plan.call()).summary().id());
  }

  private String previewed(Answers.Work<Plan> plan) {
    return Answers.of(
        () -> {
          Plan read = plan.call();
          return PreviewText.of(plans.toYaml(read), registry().preview(read));
        });
  }

  private void end(String runId, Consumer<Run> how) {
    Answers.of(
        () -> {
          results.live(Texts.orEmpty(runId)).ifPresent(how);
          return true;
        });
  }

  private Runs registry() {
    Runs registry = runs;
    if (registry == null) {
      throw new IllegalStateException(
          "Nothing can run plans: the bundle io.loadstone.core is not there or failed; the plug-ins"
              + " of the agent say why.");
    }
    return registry;
  }

  private String property(String name) {
    String value = context.getProperty(name);
    return value == null ? "" : value;
  }

  private static List<NamedRow> sorted(Stream<NamedRow> rows) {
    return rows.sorted(Comparator.comparing(NamedRow::name)).toList();
  }
}
