package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.Server;
import io.loadstone.servers.ServerUri;
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
  private static final String AUTHORITIES = "tls-authorities";
  private static final String CERTIFIED_HOST = "tls-hostname";
  private static final int MOST_CONNECTIONS = 64;

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
    String example =
        uri.scheme() + (unix ? ":///export?socket=/run/nbd.sock" : "://server:10809/export");
    ServerUri name = ServerUri.of(uri, parameters(unix, secured), example);
    Server server = unix ? socket(name) : name.host(Protocol.DEFAULT_PORT);
    return new NbdUri(
        uri,
        server,
        name.path(),
        secured ? Optional.of(tls(name, server)) : Optional.empty(),
        name.number(CONNECTIONS, 1, 1, MOST_CONNECTIONS),
        name.timeout());
  }

  private static Set<String> parameters(boolean unix, boolean secured) {
    Set<String> known = new TreeSet<>(List.of(CONNECTIONS, ServerUri.TIMEOUT));
    if (unix) {
      known.add(SOCKET);
    }
    if (secured) {
      known.addAll(List.of(AUTHORITIES, CERTIFIED_HOST));
    }
    return known;
  }

  /** The export alone, without what is said about the load; as {@code destroy:} names it. */
  String shortName() {
    return switch (server) {
      case Server.Tcp tcp -> uri.scheme() + "://" + tcp + "/" + export;
      case Server.UnixSocket socket -> uri.scheme() + ":///" + export + "?socket=" + socket;
    };
  }

  private static Tls tls(ServerUri name, Server server) throws TargetRefusedException {
    // Behind a socket is this machine.
    String reached = server instanceof Server.Tcp tcp ? tcp.host() : "localhost";
    Optional<String> authorities = name.uri().parameter(AUTHORITIES);
    return new Tls(
        name.uri().parameter(CERTIFIED_HOST).orElse(reached),
        authorities.isPresent()
            ? Optional.of(name.absolute(AUTHORITIES, authorities.get()))
            : Optional.empty());
  }

  private static Server socket(ServerUri name) throws TargetRefusedException {
    String socket = name.uri().parameter(SOCKET).orElse("");
    if (socket.isEmpty() || !name.authority().isEmpty()) {
      throw name.refused("a Unix socket is named as in " + name.example());
    }
    return new Server.UnixSocket(name.absolute(SOCKET, socket));
  }
}
