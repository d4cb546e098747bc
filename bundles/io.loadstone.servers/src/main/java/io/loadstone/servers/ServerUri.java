package io.loadstone.servers;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * The name of a target on a server, {@code scheme://authority/path?parameters}, taken apart and
 * checked as far as all protocols have it. Users and passwords have no place in it, and what looks
 * like one is never repeated.
 *
 * @param uri as the plan has it
 * @param authority what stands between {@code //} and the next {@code /}; may be empty
 * @param path what follows that {@code /}, without it; may be empty
 * @param example a right name, for messages
 */
public record ServerUri(TargetUri uri, String authority, String path, String example) {
  /** The parameter that {@link #timeout} reads. */
  public static final String TIMEOUT = "timeout";

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration MOST_TIMEOUT = Duration.ofHours(1);

  /**
   * Takes a name apart.
   *
   * @param uri what the plan has
   * @param known every parameter that may be in it
   * @param example a right name
   * @throws TargetRefusedException if it has a user, an unknown parameter or a control character in
   *     it, or does not begin with {@code scheme://}
   */
  public static ServerUri of(TargetUri uri, Set<String> known, String example)
      throws TargetRefusedException {
    refuseUser(uri, example);
    refuseUnknownParameters(uri, known);
    if (uri.path().chars().anyMatch(Character::isISOControl)) {
      throw refused(uri, "control characters are not allowed in it");
    }
    String whole = uri.path();
    if (!whole.startsWith("//")) {
      throw refused(uri, "it must begin with " + uri.scheme() + "://");
    }
    int slash = whole.indexOf('/', 2);
    return new ServerUri(
        uri,
        whole.substring(2, slash < 0 ? whole.length() : slash),
        slash < 0 ? "" : whole.substring(slash + 1),
        example);
  }

  // What stands there may be a password: it is not repeated.
  private static void refuseUser(TargetUri uri, String example) throws TargetRefusedException {
    String authority = uri.path().replaceFirst("^//", "").replaceFirst("/.*", "");
    if (authority.contains("@")) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "a target's name has a user in it, which nobody asks for: leave everything up to the @ out, as in "
              + example);
    }
  }

  // The value is not repeated, either: somebody may have tried password=.
  private static void refuseUnknownParameters(TargetUri uri, Set<String> known)
      throws TargetRefusedException {
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
                    .orElse("; allowed: " + String.join(", ", new TreeSet<>(known))));
      }
    }
  }

  /**
   * The authority as a host and its port.
   *
   * @param defaultPort if none is said
   */
  public Server.Tcp host(int defaultPort) throws TargetRefusedException {
    String host = authority;
    int port = defaultPort;
    int colon = authority.lastIndexOf(':');
    if (colon >= 0 && colon > authority.lastIndexOf(']')) {
      host = authority.substring(0, colon);
      port = port(authority.substring(colon + 1));
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.contains(":")) {
      throw refused("an IPv6 address stands in brackets, as in " + uri.scheme() + "://[::1]/…");
    }
    if (host.isBlank()) {
      throw refused("it needs a host, as in " + example);
    }
    return new Server.Tcp(host, port);
  }

  private int port(String text) throws TargetRefusedException {
    int port = wholeNumber(text);
    if (port < 1 || port > 65_535) {
      throw refused("the port \"" + text + "\" is no number from 1 to 65535");
    }
    return port;
  }

  /** A parameter that is a whole number from {@code least} to {@code most}. */
  public int number(String parameter, int ifLeftOut, int least, int most)
      throws TargetRefusedException {
    String text = uri.parameter(parameter).orElse(String.valueOf(ifLeftOut));
    int number = wholeNumber(text);
    if (number < least || number > most) {
      throw refused(
          parameter + " has \"" + text + "\"; allowed: a whole number, " + least + " to " + most);
    }
    return number;
  }

  // Nine digits are more than any allowed value and never overflow.
  private static int wholeNumber(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  /**
   * How long the server may be silent, or away, before the run ends: 1 s to 1 h, 30 s if left out.
   */
  public Duration timeout() throws TargetRefusedException {
    String text = uri.parameter(TIMEOUT).orElse(Durations.format(DEFAULT_TIMEOUT));
    try {
      Duration timeout = Durations.parse(text);
      if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0) {
        throw new InvalidValueException(text, "1s to 1h");
      }
      return timeout;
    } catch (InvalidValueException e) {
      throw refused(TIMEOUT + ": " + e.getMessage());
    }
  }

  /** A parameter's value as a path from the root on. */
  public Path absolute(String parameter, String text) throws TargetRefusedException {
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException _) { // the sentence below says what is allowed
    }
    throw refused(parameter + " has \"" + text + "\"; it must be an absolute path");
  }

  /** A refusal that begins with the name. */
  public TargetRefusedException refused(String why) {
    return refused(uri, why);
  }

  private static TargetRefusedException refused(TargetUri uri, String why) {
    return new TargetRefusedException(Kind.PLAN, uri.text() + ": " + why);
  }
}
