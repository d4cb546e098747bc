package io.loadstone.core.internal;

import io.loadstone.api.result.AgentInfo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.management.JMException;
import javax.management.ObjectName;

/** Finds out which agent this is, and what its clock costs. */
final class AgentIdentity {
  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final int CLOCK_READINGS = 100_000;
  private static final int CLOCK_ROUNDS = 5;

  private AgentIdentity() {}

  /**
   * Finds it out; takes a few milliseconds.
   *
   * @param version of Loadstone
   */
  static AgentInfo find(String version) {
    return new AgentInfo(
        version,
        host(),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        clock());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static long memoryBytes() {
    try {
      return (long)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME),
                  "TotalMemorySize");
    } catch (JMException e) {
      return -1;
    }
  }

  // A clock read by system call costs a quarter of the IOPS of a fast target: say what it costs.
  private static String clock() {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < CLOCK_ROUNDS; round++) {
      long begin = System.nanoTime();
      long end = begin;
      for (int i = 0; i < CLOCK_READINGS; i++) {
        end = System.nanoTime();
      }
      best = Math.min(best, (double) (end - begin) / CLOCK_READINGS);
    }
    String source;
    try {
      source = Files.readString(CLOCK_SOURCE).strip();
    } catch (IOException e) {
      source = "unknown clock source";
    }
    return String.format(Locale.ROOT, "%s, one reading takes %.0f ns", source, best);
  }
}
