package io.loadstone.http.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/**
 * Settings of the HTTP endpoint, checked.
 *
 * @param address a loopback address and a port
 * @param hosts values of a Host header that are fine, lower case, without the port
 * @param origins values of an Origin header that are fine
 */
record EndpointSettings(InetSocketAddress address, Set<String> hosts, Set<String> origins) {
  static final String PID = "io.loadstone.http";
  static final String DEFAULT_HOST = "127.0.0.1";
  static final String DEFAULT_PORT = "8778";

  /** The framework property that beats {@code port}: what the command line was given. */
  static final String PORT_PROPERTY = "loadstone.port";

  private static final String FILE = PID + ".cfg";

  EndpointSettings {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }

  /**
   * Checks what was written.
   *
   * @param portProperty value of {@link #PORT_PROPERTY}
   * @throws IllegalArgumentException if a value is not allowed; the message is a whole sentence
   */
  static EndpointSettings of(EndpointConfig config, @Nullable String portProperty) {
    String host = config.host().strip();
    int port =
        portProperty != null && !portProperty.isBlank()
            ? port(portProperty, PORT_PROPERTY + "=" + portProperty)
            : port(config.port(), "port=" + config.port() + " in " + FILE);
    Set<String> hosts = new TreeSet<>(Set.of("127.0.0.1", "localhost", "[::1]"));
    InetAddress address = loopback(host);
    for (String name : new String[] {host, address.getHostAddress()}) {
      hosts.add((name.contains(":") ? "[" + name + "]" : name).toLowerCase(Locale.ROOT));
    }
    words(config.hostNames()).map(name -> name.toLowerCase(Locale.ROOT)).forEach(hosts::add);
    Set<String> origins = new TreeSet<>();
    words(config.allowedOrigins()).map(EndpointSettings::origin).forEach(origins::add);
    return new EndpointSettings(new InetSocketAddress(address, port), hosts, origins);
  }

  /** The data folder of the configuration, or the agent's. */
  static Path dataFolder(EndpointConfig config, BundleContext context) {
    if (!config.dataFolder().isBlank()) {
      return Path.of(config.dataFolder().strip());
    }
    String agents = context.getProperty("loadstone.data");
    if (agents == null || agents.isBlank()) {
      throw new IllegalArgumentException(
          "The HTTP endpoint knows no data folder: set dataFolder in "
              + FILE
              + ", or the framework property loadstone.data.");
    }
    return Path.of(agents);
  }

  private static InetAddress loopback(String host) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "host=" + host + " in " + FILE + " is no address of this machine; use 127.0.0.1.", e);
    }
    if (!address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "host="
              + host
              + " in "
              + FILE
              + " would open the agent to the network without TLS, which this version does not have;"
              + " allowed: 127.0.0.1, ::1, localhost. Reach it from elsewhere through an SSH tunnel.");
    }
    return address;
  }

  private static int port(String text, String where) {
    try {
      int port = Integer.parseInt(text.strip());
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException _) {
      // The sentence below says it.
    }
    throw new IllegalArgumentException(
        where + " is no TCP port; allowed: 1 to 65535, or 0 for any free one.");
  }

  private static String origin(String text) {
    try {
      URI uri = URI.create(text);
      if (uri.getScheme() != null && uri.getHost() != null && uri.getRawPath().isEmpty()) {
        return text;
      }
    } catch (IllegalArgumentException _) {
      // The sentence below says it.
    }
    throw new IllegalArgumentException(
        "allowedOrigins="
            + text
            + " in "
            + FILE
            + " is no origin; allowed: scheme://host or scheme://host:port, without a path and"
            + " without *.");
  }

  // A .cfg file gives one string with commas where a .config file gives a list.
  private static Stream<String> words(String[] values) {
    return Arrays.stream(values)
        .flatMap(value -> Arrays.stream(value.split("[,\\s]+")))
        .filter(word -> !word.isEmpty());
  }
}
