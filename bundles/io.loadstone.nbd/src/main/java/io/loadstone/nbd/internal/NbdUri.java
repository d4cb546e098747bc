package io.loadstone.nbd.internal;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The name of an export, as the NBD project's doc/uri.md writes it, with parameters of Loadstone's
 * own.
 *
 * @param uri as the plan has it
 * @param server where it is
 * @param export its name there; may be empty
 * @param connections of each queue
 * @param tls how the server is verified; empty if the connection is not protected
 * @param timeout how long a server may be silent, or away, before the run ends
 */
record NbdUri(
    TargetUri uri,
    Server server,
    String export,
    Optional<Tls> tls,
    int connections,
    Duration timeout) {
  private static final String SOCKET = "socket";
  private static final String CONNECTIONS = "connections";
  private static final String TIMEOUT = "timeout";
  private static final String AUTHORITIES = "tls-authorities";
  private static final String CERTIFIED_HOST = "tls-hostname";
  private static final int MOST_CONNECTIONS = 64;
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration MOST_TIMEOUT = Duration.ofHours(1);

  /** Schemes of such names. */
  static final List<String> SCHEMES = List.of("nbd", "nbd+unix", "nbds", "nbds+unix");

  /** Whether a target is one of these. */
  static boolean names(TargetUri uri) {
    return SCHEMES.contains(uri.scheme());
  }

  /** Reads a target's name. */
  static NbdUri of(TargetUri uri) throws TargetRefusedException {
    boolean unix = uri.scheme().endsWith("+unix");
    boolean secured = uri.scheme().startsWith("nbds");
    refuseUser(uri);
    refuseUnknownParameters(uri, unix, secured);
    if (uri.text().chars().anyMatch(Character::isISOControl)) {
      throw refused(uri, "control characters are not allowed in it");
    }
    String path = uri.path();
    if (!path.startsWith("//")) {
      throw refused(uri, "it must begin with " + uri.scheme() + "://");
    }
    int slash = path.indexOf('/', 2);
    String authority = path.substring(2, slash < 0 ? path.length() : slash);
    Server server = unix ? socket(uri, authority) : host(uri, authority);
    return new NbdUri(
        uri,
        server,
        slash < 0 ? "" : path.substring(slash + 1),
        secured ? Optional.of(tls(uri, server)) : Optional.empty(),
        connections(uri),
        timeout(uri));
  }

  /** The export alone, without what is said about the load; as {@code destroy:} names it. */
  String shortName() {
    return switch (server) {
      case Server.Tcp tcp -> uri.scheme() + "://" + tcp + "/" + export;
      case Server.UnixSocket socket -> uri.scheme() + ":///" + export + "?socket=" + socket;
    };
  }

  // What stands there may be a password: it is not repeated.
  private static void refuseUser(TargetUri uri) throws TargetRefusedException {
    String authority = uri.path().replaceFirst("^//", "").replaceFirst("/.*", "");
    if (authority.contains("@")) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "a target's name has a user in it, which nobody asks for: leave everything up to the @ out, as in "
              + uri.scheme()
              + "://server:10809/export");
    }
  }

  // The value is not repeated, either: somebody may have tried password=.
  private static void refuseUnknownParameters(TargetUri uri, boolean unix, boolean secured)
      throws TargetRefusedException {
    Set<String> known = new TreeSet<>(List.of(CONNECTIONS, TIMEOUT));
    if (unix) {
      known.add(SOCKET);
    }
    if (secured) {
      known.addAll(List.of(AUTHORITIES, CERTIFIED_HOST));
    }
    for (String name : uri.parameters().keySet()) {
      if (!known.contains(name)) {
        throw new TargetRefusedException(
            Kind.PLAN,
            uri.scheme()
                + ":"
                + uri.path()
                + ": unknown parameter \""
                + name
                + "\""
                + KnownNames.nearest(name, known)
                    .map(near -> "; did you mean \"" + near + "\"?")
                    .orElse("; allowed: " + String.join(", ", known)));
      }
    }
  }

  private static Tls tls(TargetUri uri, Server server) throws TargetRefusedException {
    // Behind a socket is this machine.
    String reached = server instanceof Server.Tcp tcp ? tcp.host() : "localhost";
    Optional<String> authorities = uri.parameter(AUTHORITIES);
    return new Tls(
        uri.parameter(CERTIFIED_HOST).orElse(reached),
        authorities.isPresent()
            ? Optional.of(absolute(uri, AUTHORITIES, authorities.get()))
            : Optional.empty());
  }

  private static Server socket(TargetUri uri, String authority) throws TargetRefusedException {
    String socket = uri.parameter(SOCKET).orElse("");
    if (socket.isEmpty() || !authority.isEmpty()) {
      throw refused(
          uri, "a Unix socket is named as in " + uri.scheme() + ":///export?socket=/run/nbd.sock");
    }
    return new Server.UnixSocket(absolute(uri, SOCKET, socket));
  }

  private static Path absolute(TargetUri uri, String parameter, String text)
      throws TargetRefusedException {
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException _) { // the sentence below says what is allowed
    }
    throw refused(uri, parameter + " has \"" + text + "\"; it must be an absolute path");
  }

  private static Server host(TargetUri uri, String authority) throws TargetRefusedException {
    String host = authority;
    int port = Protocol.DEFAULT_PORT;
    int colon = authority.lastIndexOf(':');
    if (colon >= 0 && colon > authority.lastIndexOf(']')) {
      host = authority.substring(0, colon);
      port = port(uri, authority.substring(colon + 1));
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.contains(":")) {
      throw refused(uri, "an IPv6 address stands in brackets, as in nbd://[::1]:10809/export");
    }
    if (host.isBlank()) {
      throw refused(uri, "it needs a host, as in " + uri.scheme() + "://server:10809/export");
    }
    return new Server.Tcp(host, port);
  }

  private static int port(TargetUri uri, String text) throws TargetRefusedException {
    int port = number(text);
    if (port < 1 || port > 65_535) {
      throw refused(uri, "the port \"" + text + "\" is no number from 1 to 65535");
    }
    return port;
  }

  private static int connections(TargetUri uri) throws TargetRefusedException {
    String text = uri.parameter(CONNECTIONS).orElse("1");
    int connections = number(text);
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw refused(
          uri,
          CONNECTIONS + " has \"" + text + "\"; allowed: a whole number, 1 to " + MOST_CONNECTIONS);
    }
    return connections;
  }

  private static Duration timeout(TargetUri uri) throws TargetRefusedException {
    String text = uri.parameter(TIMEOUT).orElse(Durations.format(DEFAULT_TIMEOUT));
    try {
      Duration timeout = Durations.parse(text);
      if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0) {
        throw new InvalidValueException(text, "1s to 1h");
      }
      return timeout;
    } catch (InvalidValueException e) {
      throw refused(uri, TIMEOUT + ": " + e.getMessage());
    }
  }

  // Nine digits are more than any allowed value and never overflow.
  private static int number(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  private static TargetRefusedException refused(TargetUri uri, String why) {
    return new TargetRefusedException(Kind.PLAN, uri.text() + ": " + why);
  }
}
