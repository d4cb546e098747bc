package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetProvider;
import io.loadstone.servers.ServerAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Offers NBD targets: a provider for each scheme, all with the same rules. */
@Component(
    service = {},
    immediate = true)
public final class NbdTargets {
  private final List<ServiceRegistration<TargetProvider>> providers = new ArrayList<>();

  /** Offers the providers; reaches nobody. */
  @Activate
  public NbdTargets(@Reference ServerAccess servers, BundleContext context) {
    for (String scheme : NbdUri.SCHEMES) {
      providers.add(
          context.registerService(
              TargetProvider.class,
              new NbdTargetProvider(scheme, servers),
              FrameworkUtil.asDictionary(Map.of("loadstone.target", scheme))));
    }
  }

  /** Takes the providers back. */
  @Deactivate
  void stop() {
    providers.forEach(ServiceRegistration::unregister);
  }
}
