package io.loadstone.http.internal;

import java.util.Map;

/**
 * Bounds of the JDK's HTTP server. It has no API for them: it reads system properties once, when
 * its first instance is made. What the command line of the JVM sets is left as it is.
 */
final class ServerLimits {
  private static final Map<String, String> SECONDS_AND_COUNTS =
      Map.of(
          // Connections at once; further ones are closed.
          "jdk.httpserver.maxConnections", "256",
          // Time to receive a whole request: a slow sender is cut off. Whoever occupies all
          // connections
          // does so from this machine, so a limit for each address would not tell him from others.
          "sun.net.httpserver.maxReqTime", "5",
          // Time to deliver a whole answer, the work for it included.
          "sun.net.httpserver.maxRspTime", "300",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqHeaders", "64");

  private ServerLimits() {}

  /** Sets what is not set; has no effect after the first server of this JVM. */
  static void apply() {
    SECONDS_AND_COUNTS.forEach(System.getProperties()::putIfAbsent);
  }
}
