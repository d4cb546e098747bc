package io.loadstone.nfs.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.Server;
import io.loadstone.servers.ServerUri;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The name of a file on a server: {@code nfs://server:2049/export/t.dat?size=4GiB}.
 *
 * @param uri as the plan has it
 * @param server where it listens
 * @param folder of the file, as the server names it
 * @param file its name there
 * @param sizeBytes that it has when it is made; empty if the plan does not say
 * @param version of the protocol, 3 or 4
 * @param mountPort where version 3 asks for the export; 0 if the server's portmapper knows
 * @param connections of each queue
 * @param uid whom the server sees; -1 for the agent's own, as is {@code gid}
 * @param timeout how long the server may be silent, or away, before the run ends
 */
record NfsUri(
    TargetUri uri,
    Server.Tcp server,
    String folder,
    String file,
    Optional<Long> sizeBytes,
    int version,
    int mountPort,
    int connections,
    int uid,
    int gid,
    Duration timeout) {
  static final String SCHEME = "nfs";

  private static final String SIZE = "size";
  private static final String VERSION = "version";
  private static final String MOUNT_PORT = "mountport";
  private static final String CONNECTIONS = "nconnect";
  private static final String UID = "uid";
  private static final String GID = "gid";
  private static final Set<String> PARAMETERS =
      Set.of(SIZE, VERSION, MOUNT_PORT, CONNECTIONS, UID, GID, ServerUri.TIMEOUT);
  private static final int DEFAULT_PORT = 2049;
  private static final int MOST_CONNECTIONS = 16;
  private static final int NOT_SAID = -1;
  private static final int MOST_ID = 999_999_999;
  private static final String EXAMPLE = "nfs://server:2049/export/t.dat?size=4GiB";

  /** Whether a target is one of these. */
  static boolean names(TargetUri uri) {
    return uri.scheme().equals(SCHEME);
  }

  /** Reads a target's name. */
  static NfsUri of(TargetUri uri) throws TargetRefusedException {
    ServerUri parts = ServerUri.of(uri, PARAMETERS, EXAMPLE);
    String path = "/" + parts.path();
    int slash = path.lastIndexOf('/');
    if (slash == 0
        || slash == path.length() - 1
        || Stream.of(path.substring(1).split("/", -1))
            .anyMatch(p -> p.isEmpty() || p.equals(".") || p.equals(".."))) {
      throw parts.refused(
          "after the server it needs the path of a file in an export, without . and .., as in "
              + EXAMPLE);
    }
    int version = version(parts);
    if (version != 3 && uri.parameter(MOUNT_PORT).isPresent()) {
      throw parts.refused(MOUNT_PORT + " is only for version=3; leave it out");
    }
    return new NfsUri(
        uri,
        parts.host(DEFAULT_PORT),
        path.substring(0, slash),
        path.substring(slash),
        size(parts),
        version,
        uri.parameter(MOUNT_PORT).isPresent() ? parts.number(MOUNT_PORT, 0, 1, 65_535) : 0,
        parts.number(CONNECTIONS, 1, 1, MOST_CONNECTIONS),
        id(parts, UID),
        id(parts, GID),
        parts.timeout());
  }

  private static int id(ServerUri parts, String parameter) throws TargetRefusedException {
    return parts.uri().parameter(parameter).isPresent()
        ? parts.number(parameter, 0, 0, MOST_ID)
        : NOT_SAID;
  }

  private static int version(ServerUri parts) throws TargetRefusedException {
    String text = parts.uri().parameter(VERSION).orElse("4");
    return switch (text) {
      case "3" -> 3;
      case "4", "4.0" -> 4;
      default ->
          throw parts.refused(
              VERSION + " has \"" + text + "\"; allowed: 3, 4.0 (libnfs has no later one)");
    };
  }

  private static Optional<Long> size(ServerUri parts) throws TargetRefusedException {
    Optional<String> text = parts.uri().parameter(SIZE);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      long bytes = Sizes.parseBytes(text.get());
      if (bytes <= 0) {
        throw new InvalidValueException(text.get(), "more than 0");
      }
      return Optional.of(bytes);
    } catch (InvalidValueException e) {
      throw parts.refused(SIZE + ": " + e.getMessage());
    }
  }

  /** What the library is told in its own words: nothing of it is a name of the user's. */
  String settings() {
    return "nfs://server/folder?version="
        + version
        + "&nfsport="
        + server.port()
        + (mountPort > 0 ? "&mountport=" + mountPort : "")
        + (uid >= 0 ? "&uid=" + uid : "")
        + (gid >= 0 ? "&gid=" + gid : "")
        + "&autoreconnect=0&readahead=0&dircache=0";
  }

  /** A sentence about the server, without its full stop. */
  String said(String what) {
    return "The NFS server " + server + " of " + uri + " " + what;
  }
}
