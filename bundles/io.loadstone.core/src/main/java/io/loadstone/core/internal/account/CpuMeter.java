package io.loadstone.core.internal.account;

import io.loadstone.api.result.CpuFigures;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Reads processor time: of the agent from the JVM, of the host from {@code /proc/stat}, of the
 * loops from the JVM's thread accounting; and with it the pauses of the JVM. What can't be read is
 * unknown, never an error.
 */
public final class CpuMeter {
  private static final Path HOST = Path.of("/proc/stat");
  // proc_stat(5): user nice system idle iowait irq softirq steal; guest time is in user already.
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int STEAL = 7;

  private final LongSupplier loopCpuNs;

  /**
   * @param loopCpuNs processor time of all loop threads so far; -1 if unknown
   */
  public CpuMeter(LongSupplier loopCpuNs) {
    this.loopCpuNs = loopCpuNs;
  }

  Reading read() {
    long total = -1;
    long idle = -1;
    long steal = -1;
    String[] host = hostTicks();
    if (host.length > STEAL) {
      total = 0;
      for (int i = 0; i <= STEAL; i++) {
        total += Long.parseLong(host[i]);
      }
      idle = Long.parseLong(host[IDLE]) + Long.parseLong(host[IOWAIT]);
      steal = Long.parseLong(host[STEAL]);
    }
    SafepointCounters.Reading safepoints = SafepointCounters.ofThisJvm().read();
    return new Reading(
        agentNs(), total, idle, steal, loopCpuNs.getAsLong(), collectionMs(), safepoints);
  }

  // The attribute, not com.sun.management's interface: no import that a framework might not offer.
  private static long agentNs() {
    try {
      return (long)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "ProcessCpuTime");
    } catch (JMException e) {
      return -1;
    }
  }

  private static long collectionMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> !collector.getName().contains("Concurrent"))
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(ms -> ms > 0)
        .sum();
  }

  private static String[] hostTicks() {
    try (var lines = Files.lines(HOST)) {
      return lines
          .findFirst()
          .filter(line -> line.startsWith("cpu "))
          .map(line -> line.substring("cpu ".length()).strip().split(" +", -1))
          .orElse(new String[0]);
    } catch (IOException | java.io.UncheckedIOException e) {
      return new String[0];
    }
  }

  /**
   * One reading.
   *
   * @param agentNs user and system time of the agent; -1 if unknown
   * @param hostTicks of all cores together; -1 if unknown
   * @param idleTicks of them, idle or waiting for I/O
   * @param stealTicks of them, given to others by the hypervisor
   * @param loopNs of the loop threads; -1 if unknown
   * @param collectionMs pauses of the garbage collector
   * @param safepoints all pauses of the JVM, collections included
   */
  record Reading(
      long agentNs,
      long hostTicks,
      long idleTicks,
      long stealTicks,
      long loopNs,
      long collectionMs,
      SafepointCounters.Reading safepoints) {
    /** Before the first reading. */
    static final Reading UNKNOWN =
        new Reading(-1, -1, -1, -1, -1, -1, SafepointCounters.Reading.UNKNOWN);

    /** What was used between an earlier reading and this one. */
    CpuFigures since(Reading earlier, long lengthNs, long operations) {
      long agent = agentNs < 0 || earlier.agentNs < 0 ? -1 : agentNs - earlier.agentNs;
      long ticks = hostTicks < 0 || earlier.hostTicks < 0 ? 0 : hostTicks - earlier.hostTicks;
      return new CpuFigures(
          agent < 0 || lengthNs <= 0 ? -1 : 100.0 * agent / lengthNs,
          ticks <= 0 ? -1 : 100.0 * (ticks - (idleTicks - earlier.idleTicks)) / ticks,
          ticks <= 0 ? -1 : 100.0 * (stealTicks - earlier.stealTicks) / ticks,
          operations == 0 || agent < 0 ? 0 : agent / 1e3 / operations);
    }
  }
}
