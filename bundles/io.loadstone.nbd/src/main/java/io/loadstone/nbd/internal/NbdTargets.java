package io.loadstone.nbd.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.control.PartHealth;
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
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers NBD targets: a provider for each scheme, all with the same rules. */
@Component(
    service = PartHealth.class,
    immediate = true,
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = NbdTargets.Config.class)
public final class NbdTargets implements PartHealth {
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

  private static final Logger LOG = LoggerFactory.getLogger(NbdTargets.class);

  private final LiveSettings<AllowedServers> servers;
  private final List<ServiceRegistration<TargetProvider>> providers = new ArrayList<>();

  /** Reads the configuration and offers the providers; reaches nobody. */
  @Activate
  public NbdTargets(Config config, BundleContext context) {
    servers = new LiveSettings<>(AllowedServers.of(config.allowedServers()));
    for (String scheme : NbdUri.SCHEMES) {
      providers.add(
          context.registerService(
              TargetProvider.class,
              new NbdTargetProvider(scheme, servers::current),
              FrameworkUtil.asDictionary(Map.of("loadstone.target", scheme))));
    }
  }

  /** For targets that are asked for from now on; open ones stay open. */
  @Modified
  void change(Config config) {
    if (!servers.change(() -> AllowedServers.of(config.allowedServers()))) {
      servers.problems().forEach(LOG::warn);
    }
  }

  @Override
  public List<String> problems() {
    return servers.problems();
  }

  /** Takes the providers back. */
  @Deactivate
  void stop() {
    providers.forEach(ServiceRegistration::unregister);
  }
}
