package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.PluginRow;
import io.loadstone.api.control.PartHealth;
import io.loadstone.api.run.ResultStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.log.LogReaderService;

/** Knows whether the agent can do its work, and if not, why. */
@Component(service = AgentHealth.class)
public final class AgentHealth {
  private static final Duration STORE_BOUND = Duration.ofSeconds(2);

  private final BundleContext context;
  private final Services services;
  private final StartFailures failures = new StartFailures();
  private final PluginHealth plugins;
  private final StoreHealth store = new StoreHealth(System::nanoTime, STORE_BOUND);

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  volatile @Nullable ConfigurationKeys configurationKeys;

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  volatile List<PartHealth> parts = List.of();

  /** Listens for failures from now on. */
  @Activate
  public AgentHealth(BundleContext context, @Reference Services services) {
    this.context = context;
    this.services = services;
    plugins = new PluginHealth(context, failures);
    context.addFrameworkListener(failures);
  }

  @Deactivate
  void stop() {
    context.removeFrameworkListener(failures);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void addLog(LogReaderService log) {
    log.addLogListener(failures);
    Collections.list(log.getLog()).reversed().forEach(failures::logged);
  }

  void removeLog(LogReaderService log) {
    log.removeLogListener(failures);
  }

  /** Plug-ins with their state; that of the result store knows as well whether it can be used. */
  List<PluginRow> plugins() {
    List<PluginRow> rows = plugins.rows(services.components);
    ResultStore kept = services.store;
    return kept == null
        ? rows
        : store
            .failure(kept)
            .map(failure -> PluginHealth.with(rows, bundleOf(kept), failure))
            .orElse(rows);
  }

  private static String bundleOf(Object service) {
    Bundle bundle = FrameworkUtil.getBundle(service.getClass());
    return bundle == null ? "" : String.valueOf(bundle.getSymbolicName());
  }

  /** {@code ok}, or what is wrong. */
  String sentence() {
    List<String> problems = problems();
    if (problems.isEmpty()) {
      return "ok";
    }
    return problems.size() == 1
        ? problems.getFirst()
        : "%s (And %d more: see the plug-ins and the log.)"
            .formatted(problems.getFirst(), problems.size() - 1);
  }

  private List<String> problems() {
    List<String> problems =
        new ArrayList<>(PluginHealth.problems(plugins.rows(services.components)));
    if (services.runs == null) {
      problems.add("Nothing can run plans: the bundle io.loadstone.core gives no run registry.");
    }
    if (services.planText == null) {
      problems.add("No plan can be read: the bundle io.loadstone.plan gives no reader.");
    }
    ResultStore kept = services.store;
    if (kept == null) {
      problems.add("No result can be kept: the bundle io.loadstone.store gives no store.");
    } else {
      store.problem(kept).ifPresent(problems::add);
    }
    if (services.engines.stream().allMatch(engine -> engine.unavailable().isPresent())) {
      problems.add("No engine can be used here; the list of engines says why.");
    }
    parts.forEach(part -> problems.addAll(part.problems()));
    problems.addAll(ConfigurationFiles.problems(context));
    ConfigurationKeys keys = configurationKeys;
    if (keys != null) {
      problems.addAll(keys.problems());
    }
    return problems;
  }
}
