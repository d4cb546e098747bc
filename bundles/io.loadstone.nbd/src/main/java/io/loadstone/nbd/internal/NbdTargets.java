package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Offers NBD targets: a provider for each scheme, all with the same rules. */
@Component(
    service = {},
    immediate = true,
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = NbdTargets.Config.class)
public final class NbdTargets {
  /** Which servers may be reached. */
  @ObjectClassDefinition(
      name = "Loadstone targets: servers",
      description =
          "Which servers may be reached; everything else is refused, for reading as well.")
  @interface Config {
    /** Servers. */
    @AttributeDefinition(
        description =
            "Servers that targets may be on, parted by commas: a host (with any port), host:port, or"
                + " the absolute path of a Unix socket or of a folder of such; none if left out",
        required = false)
    String[] allowedServers();
  }

  private final List<ServiceRegistration<TargetProvider>> providers = new ArrayList<>();

  /** Reads the configuration and offers the providers; reaches nobody. */
  @Activate
  public NbdTargets(Config config, BundleContext context) {
    AllowedServers servers = AllowedServers.of(config.allowedServers());
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
