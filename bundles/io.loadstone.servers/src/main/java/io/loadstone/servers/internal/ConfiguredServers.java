package io.loadstone.servers.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.control.PartHealth;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.AllowedServers;
import io.loadstone.servers.Server;
import io.loadstone.servers.ServerAccess;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers that {@code io.loadstone.targets.cfg} allows; reaches nobody. */
@Component(
    service = {ServerAccess.class, PartHealth.class},
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = ConfiguredServers.Config.class)
public final class ConfiguredServers implements ServerAccess, PartHealth {
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

  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredServers.class);

  private final LiveSettings<AllowedServers> servers;

  /** Reads the configuration. */
  @Activate
  public ConfiguredServers(Config config) {
    servers = new LiveSettings<>(AllowedServers.of(config.allowedServers()));
  }

  /** For targets that are asked for from now on; open ones stay open. */
  @Modified
  void change(Config config) {
    servers.change(() -> AllowedServers.of(config.allowedServers()), LOG::warn);
  }

  @Override
  public void check(TargetUri uri, Server server) throws TargetRefusedException {
    servers.current().check(uri, server);
  }

  @Override
  public List<String> listing() {
    return servers.current().listing();
  }

  @Override
  public List<String> problems() {
    return servers.problems();
  }
}
