package io.loadstone.http.internal;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps web pages out. A page of another origin announces itself by {@code Origin} or {@code
 * Sec-Fetch-Site}; one that bends a name of its own to this machine (DNS rebinding) by {@code
 * Host}. Programs send neither, or a host that is known.
 */
final class Doors {
  private final Set<String> hosts;
  private final Set<String> origins;

  Doors(Set<String> hosts, Set<String> origins) {
    this.hosts = hosts;
    this.origins = origins;
  }

  Optional<Refusal> refuses(Headers headers) {
    List<String> host = headers.getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(withoutPort(host.getFirst()))) {
      return Optional.of(
          new Refusal(
              403,
              "host",
              "The Host header names no host of this agent; use 127.0.0.1 or localhost, or list the"
                  + " name as hostNames in io.loadstone.http.cfg."));
    }
    if (headers.containsKey("Origin")
        ? allowedOrigin(headers).isEmpty()
        : fromAnotherSite(headers)) {
      return Optional.of(
          new Refusal(
              403,
              "origin",
              "Web pages of this origin may not call the agent; list the origin as allowedOrigins in"
                  + " io.loadstone.http.cfg if they should."));
    }
    return Optional.empty();
  }

  /** The origin of the request, if it has one and it is allowed. */
  Optional<String> allowedOrigin(Headers headers) {
    List<String> origin = headers.getOrDefault("Origin", List.of());
    return origin.size() == 1
        ? Optional.of(origin.getFirst()).filter(o -> origins.contains(o) || isOwn(o, headers))
        : Optional.empty();
  }

  // A browser names the origin of a page of the agent's own as well, with every POST. Whether the
  // host is this agent has been checked by then.
  private static boolean isOwn(String origin, Headers headers) {
    return origin.equalsIgnoreCase("http://" + headers.getFirst("Host"));
  }

  // An image or a form of a foreign page comes without Origin, but with the browser's remark.
  private static boolean fromAnotherSite(Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  private static String withoutPort(String host) {
    String lower = host.strip().toLowerCase(Locale.ROOT);
    int colon = lower.lastIndexOf(':');
    return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
  }
}
