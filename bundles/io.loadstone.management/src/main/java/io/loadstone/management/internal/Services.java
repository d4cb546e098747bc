package io.loadstone.management.internal;

import io.loadstone.api.control.Credentials;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Runs;
import io.loadstone.api.target.TargetProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/**
 * What the agent's MBean asks. Each of them may be missing or go at any time, and the MBean stays:
 * it is what tells a person so.
 */
@Component(service = Services.class)
public final class Services {
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

  /** The component. */
  @Activate
  public Services() {}

  /**
   * The registry of runs.
   *
   * @throws IllegalStateException if there is none, as from the others below
   */
  Runs registry() {
    return there(runs, "Nothing can run plans", "io.loadstone.core");
  }

  /** The reader of plans. */
  PlanText reader() {
    return there(planText, "No plan can be read or written", "io.loadstone.plan");
  }

  /** The store of results. */
  ResultStore results() {
    return there(store, "No result can be read", "io.loadstone.store");
  }

  /** The password. */
  Credentials password() {
    return there(credentials, "There is no password to reset", "io.loadstone.http");
  }

  private static <T> T there(@Nullable T service, String without, String bundle) {
    if (service == null) {
      throw new IllegalStateException(
          "%s: the bundle %s is not there or failed; the plug-ins of the agent say why."
              .formatted(without, bundle));
    }
    return service;
  }
}
