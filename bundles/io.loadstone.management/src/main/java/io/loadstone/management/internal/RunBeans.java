package io.loadstone.management.internal;

import io.loadstone.api.control.RunMXBean;
import io.loadstone.api.control.SelfExplaining;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.Runs;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * An MBean for each recent run: there from its acceptance until the registry forgets it, so their
 * number is bounded by the registry.
 */
@Component(
    service = {},
    immediate = true)
public final class RunBeans {
  private final Map<String, Registration> beans = new HashMap<>();
  private final ServiceRegistration<RunListener> listener;
  private boolean stopped;

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  private volatile @Nullable PlanText planText;

  /**
   * Listens from now on. The listener is registered by hand: as a service of this component it
   * would make a circle with the registry, which this component refers to as well.
   */
  @Activate
  public RunBeans(BundleContext context) {
    listener =
        context.registerService(
            RunListener.class,
            new RunListener() {
              @Override
              public void accepted(Run run) {
                add(run);
              }

              @Override
              public void forgotten(Run run) {
                remove(run);
              }
            },
            null);
  }

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  void addRuns(Runs runs) {
    runs.recent().forEach(this::add);
  }

  void removeRuns(Runs runs) {
    removeAll();
  }

  @Deactivate
  synchronized void stop() {
    stopped = true;
    listener.unregister();
    removeAll();
  }

  private synchronized void add(Run run) {
    String id = run.summary().id();
    if (!stopped && !beans.containsKey(id)) {
      beans.put(
          id,
          new Registration(
              SelfExplaining.of(new RunBean(run, () -> planText), RunMXBean.class),
              Registration.nameOf("Run", "id", id)));
    }
  }

  private synchronized void remove(Run run) {
    Registration bean = beans.remove(run.summary().id());
    if (bean != null) {
      bean.close();
    }
  }

  private synchronized void removeAll() {
    beans.values().forEach(Registration::close);
    beans.clear();
  }
}
