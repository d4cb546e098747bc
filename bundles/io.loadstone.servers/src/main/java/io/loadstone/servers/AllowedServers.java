package io.loadstone.servers;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which servers may be reached, as {@code io.loadstone.targets.cfg} says: a host (any port of it),
 * a host and port, or the absolute path of a Unix socket or of a folder of such. Names are compared
 * as they are written: what a name leads to is the business of whoever allowed it.
 */
public final class AllowedServers implements ServerAccess {
  // An address of IPv6 is in brackets.
  private static final Pattern SERVER =
      Pattern.compile("(?:\\[[0-9a-fA-F:.%]+]|[^\\s:/\\[\\]]+)(?::(\\d{1,5}))?");

  private final List<String> entries;

  private AllowedServers(List<String> entries) {
    this.entries = entries;
  }

  /**
   * Reads the configuration.
   *
   * @param configured an element may hold several, parted by commas
   * @throws IllegalArgumentException if one is no name of a server
   */
  public static AllowedServers of(String @Nullable [] configured) {
    return new AllowedServers(
        Stream.of(configured == null ? new String[0] : configured)
            .flatMap(element -> Stream.of(element.split(",", -1)))
            .map(String::strip)
            .filter(entry -> !entry.isEmpty())
            .map(AllowedServers::checked)
            .toList());
  }

  private static String checked(String entry) {
    Matcher server = SERVER.matcher(entry);
    boolean fits =
        entry.startsWith("/")
            || (server.matches()
                && (server.group(1) == null || isPort(Integer.parseInt(server.group(1)))));
    if (!fits) {
      throw new IllegalArgumentException(
          "io.loadstone.targets.cfg: allowedServers has \""
              + entry
              + "\"; allowed are HOST, HOST:PORT with a port from 1 to 65535, and folders or sockets"
              + " from the root on, parted by commas");
    }
    return entry;
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= 65_535;
  }

  @Override
  public List<String> listing() {
    return entries.isEmpty()
        ? List.of("no server is allowed: see allowedServers in io.loadstone.targets.cfg")
        : entries.stream().map(entry -> entry + " is allowed").toList();
  }

  @Override
  public void check(TargetUri uri, Server server) throws TargetRefusedException {
    boolean allowed =
        switch (server) {
          case Server.Tcp tcp -> {
            String host = tcp.toString();
            String anyPort = host.substring(0, host.lastIndexOf(':'));
            yield entries.stream()
                .anyMatch(entry -> entry.equalsIgnoreCase(host) || entry.equalsIgnoreCase(anyPort));
          }
          case Server.UnixSocket socket -> {
            Path real = real(socket.path());
            yield entries.stream()
                .anyMatch(entry -> entry.startsWith("/") && real.startsWith(real(Path.of(entry))));
          }
        };
    if (!allowed) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          uri
              + ": the server "
              + server
              + " is none of the allowed ones ("
              + (entries.isEmpty() ? "there are none" : String.join(", ", entries))
              + "); add it to allowedServers in io.loadstone.targets.cfg of the config folder that"
              + " `loadstone status` names");
    }
  }

  // Links are followed, so that none leads out of an allowed folder.
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException _) { // not there: connecting says so
      return path.normalize();
    }
  }
}
