package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.SelfExplaining;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.Runs;
import io.loadstone.api.target.TargetUri;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's MBean. Everything it needs may be missing: it is what tells a person that something
 * is, and why.
 */
@Component(service = AgentMXBean.class, immediate = true)
public final class Agent implements AgentMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  private final BundleContext context;
  private final Services services;
  private final AgentHealth health;
  private final Plans plans;
  private final Results results;
  private final Inventory inventory;
  private final RunNotifications notifications = new RunNotifications();
  private final ServiceRegistration<RunListener> listener;
  private final Registration registration;

  /** Registers the MBean. */
  @Activate
  public Agent(BundleContext context, @Reference Services services, @Reference AgentHealth health) {
    this.context = context;
    this.services = services;
    this.health = health;
    plans = new Plans(services);
    results = new Results(services);
    inventory = new Inventory(services);
    registration =
        new Registration(
            SelfExplaining.of(this, AgentMXBean.class, notifications.emitter()),
            Registration.named(OBJECT_NAME));
    // By hand, as in RunBeans: else this component and the run registry would wait for each other.
    listener = context.registerService(RunListener.class, notifications, null);
  }

  @Deactivate
  void deactivate() {
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
    Runs registry = services.runs;
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
    ResultStore kept = services.store;
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
    return Answers.of(health::sentence);
  }

  @Override
  public List<PluginRow> getPlugins() {
    return Answers.of(health::plugins);
  }

  @Override
  public List<NamedRow> getEngines() {
    return Answers.of(inventory::engines);
  }

  @Override
  public List<NamedRow> getTargets() {
    return Answers.of(inventory::targets);
  }

  @Override
  public List<ProfileRow> getProfiles() {
    return Answers.of(inventory::profiles);
  }

  @Override
  public List<NamedRow> getFormats() {
    return Answers.of(inventory::formats);
  }

  @Override
  public String start(String planText) {
    return startWith(planText, "", "", "", "", "");
  }

  @Override
  public String startWith(
      String planText, String targets, String settings, String name, String labels, String source) {
    return started(() -> plans.read(planText, targets, settings, name, labels, source));
  }

  @Override
  public String startProfile(String profile, String targets, String settings) {
    return started(() -> plans.ofProfile(profile, targets, settings));
  }

  @Override
  public String planOf(String profile, String targets, String settings) {
    return Answers.of(() -> plans.toYaml(plans.ofProfile(profile, targets, settings)));
  }

  @Override
  public String preview(String planText) {
    return previewWith(planText, "", "", "", "", "");
  }

  @Override
  public String previewWith(
      String planText, String targets, String settings, String name, String labels, String source) {
    return previewed(() -> plans.read(planText, targets, settings, name, labels, source));
  }

  @Override
  public String previewProfile(String profile, String targets, String settings) {
    return previewed(() -> plans.ofProfile(profile, targets, settings));
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
    return Answers.of(() -> results.last().stream().map(Agent::row).toList());
  }

  @Override
  public List<IntervalRow> intervals(String runId, long after) {
    return Answers.of(() -> results.intervals(Texts.orEmpty(runId), after));
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
    return Answers.of(() -> inventory.remove(TargetUri.parse(Texts.orEmpty(uri))));
  }

  @Override
  public String resetPassword() {
    return Answers.of(() -> services.password().resetPassword());
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

  private String started(Answers.Work<Plan> plan) {
    return Answers.of(() -> services.registry().start(plan.call()).summary().id());
  }

  private String previewed(Answers.Work<Plan> plan) {
    return Answers.of(
        () -> {
          Plan read = plan.call();
          return PreviewText.of(plans.toYaml(read), services.registry().preview(read));
        });
  }

  private void end(String runId, Consumer<Run> how) {
    Answers.of(
        () -> {
          results.live(Texts.orEmpty(runId)).ifPresent(how);
          return true;
        });
  }

  private String property(String name) {
    String value = context.getProperty(name);
    return value == null ? "" : value;
  }

  private static RunRow row(RunSummary run) {
    return new RunRow(
        run.id(),
        run.name(),
        run.state().name(),
        run.reason(),
        Texts.time(run.startedEpochMs()),
        Texts.time(run.endedEpochMs()),
        Texts.pairsText(run.labels()));
  }
}
