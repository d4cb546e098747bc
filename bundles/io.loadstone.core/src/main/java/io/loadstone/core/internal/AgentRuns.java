package io.loadstone.core.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.control.PartHealth;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.Preview;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.RunRefusedException;
import io.loadstone.api.run.Runs;
import io.loadstone.api.target.TargetProvider;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of this agent, as a service. Engines, kinds of targets and listeners come and go; a run
 * whose engine or kind of target goes is drained, within a bound, before that goes on. A change of
 * the configuration is for runs that start after it.
 */
@Component(
    service = {Runs.class, PartHealth.class},
    configurationPid = "io.loadstone.runs")
@Designate(ocd = AgentRuns.Config.class)
public final class AgentRuns implements Runs, PartHealth {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRuns.class);

  /** Configuration {@code io.loadstone.runs}. */
  @ObjectClassDefinition(name = "Runs", description = "How runs are executed")
  public @interface Config {
    /** Loop threads. */
    @AttributeDefinition(
        description =
            "Most loop threads of an asynchronous engine, 0 to 1024; 0 is one a processor",
        min = "0",
        max = "1024")
    int loops() default 0;

    /** Runs at once. */
    @AttributeDefinition(
        description = "Runs that go on at once, 1 to 64; the others wait",
        min = "1",
        max = "64")
    int concurrentRuns() default 1;

    /** Bound of a run's end. */
    @AttributeDefinition(
        description = "Longest time in seconds for a stop or an abort, 1 to 3600",
        min = "1",
        max = "3600")
    int drainTimeoutSeconds() default 30;

    /** Memory of a run's buffers. */
    @AttributeDefinition(
        description = "Most bytes for the buffers of one run, 1 MiB to 1 TiB; the default is 1 GiB",
        min = "1048576",
        max = "1099511627776")
    long bufferMemoryBytes() default 1L << 30;
  }

  private final Services services = new Services();
  private final LiveSettings<Settings> settings;
  private final RunRegistry registry;

  /** Ends what a crash cut off; runs can be started then. */
  @Activate
  public AgentRuns(
      BundleContext bundle,
      @Reference ResultStore store,
      @Reference PlanText planText,
      Config config) {
    this(AgentIdentity.find(version(bundle)), store, planText, Settings.of(config));
  }

  AgentRuns(AgentInfo agent, ResultStore store, PlanText planText, Settings first) {
    settings = new LiveSettings<>(first);
    new Recovery(store).recover();
    registry = new RunRegistry(agent, store, planText, services, settings);
  }

  // As the agent says it everywhere; a bundle's version has a dot where a Maven version has a dash.
  private static String version(BundleContext bundle) {
    String version = bundle.getProperty("loadstone.version");
    return version == null ? bundle.getBundle().getVersion().toString() : version;
  }

  @Modified
  void change(Config config) {
    change(() -> Settings.of(config));
  }

  void change(Supplier<Settings> next) {
    settings.change(next, LOG::warn);
    registry.dispatch();
  }

  @Override
  public List<String> problems() {
    return settings.problems();
  }

  /** Ends live runs as stopped, with their results, in bounded time. */
  @Deactivate
  void stop() {
    registry.close();
  }

  @Reference(
      service = IoEngine.class,
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC)
  void addEngine(IoEngine engine) {
    services.add(engine);
  }

  void removeEngine(IoEngine engine) {
    services.remove(engine);
    registry.goes(engine, "The engine " + engine.traits().name());
  }

  @Reference(
      service = TargetProvider.class,
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC)
  void addTargetProvider(TargetProvider provider) {
    services.add(provider);
  }

  void removeTargetProvider(TargetProvider provider) {
    services.remove(provider);
    registry.goes(provider, "The kind of target " + provider.scheme() + ":");
  }

  @Reference(
      service = RunListener.class,
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC)
  void addListener(RunListener listener) {
    services.add(listener);
  }

  void removeListener(RunListener listener) {
    services.remove(listener);
  }

  @Override
  public List<Run> recent() {
    return registry.recent();
  }

  @Override
  public Optional<Run> find(String id) {
    return recent().stream().filter(run -> run.summary().id().equals(id)).findFirst();
  }

  @Override
  public Preview preview(Plan plan) {
    return registry.judge(plan).preview();
  }

  @Override
  public Run start(Plan plan) throws RunRefusedException {
    return registry.start(plan);
  }

  @Override
  public AgentInfo agent() {
    return registry.agent();
  }

  /** What a run's state is when its engine goes. */
  static Request gone(String what) {
    return new Request(
        false, RunState.FAILED, what + " was removed while the run used it; start the run again.");
  }
}
