package io.loadstone.core.internal.account;

import io.loadstone.api.result.CpuFigures;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Reads processor time: of the agent from the JVM, of the host from the kernel, of the loops from
 * themselves; and with it the pauses of the JVM. What can't be read is unknown, never an error.
 */
public final class CpuMeter {
  private final Supplier<LoopTime> loops;

  /**
   * @param loops what they had so far
   */
  public CpuMeter(Supplier<LoopTime> loops) {
    this.loops = loops;
  }

  Reading read() {
    SafepointCounters.Reading safepoints = SafepointCounters.ofThisJvm().read();
    return new Reading(agentNs(), HostCounters.read(), loops.get(), collectionMs(), safepoints);
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

  /**
   * Whether a collector's bean counts pauses. "G1 Concurrent GC", "ZGC Major Cycles" or "Shenandoah
   * Cycles" count what goes on beside the program; what stops it then is in a bean of its own.
   */
  static boolean pauses(String collector) {
    return !collector.contains("Concurrent") && !collector.endsWith("Cycles");
  }

  private static long collectionMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> pauses(collector.getName()))
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(ms -> ms > 0)
        .sum();
  }

  /**
   * One reading.
   *
   * @param agentNs user and system time of the agent; -1 if unknown
   * @param host what all cores did
   * @param loops what the loops had
   * @param collectionMs pauses of the garbage collector
   * @param safepoints all pauses of the JVM, collections included
   */
  record Reading(
      long agentNs,
      HostCounters host,
      LoopTime loops,
      long collectionMs,
      SafepointCounters.Reading safepoints) {
    /** Before the first reading. */
    static final Reading UNKNOWN =
        new Reading(
            -1, HostCounters.UNKNOWN, LoopTime.UNKNOWN, -1, SafepointCounters.Reading.UNKNOWN);

    /** What was used between an earlier reading and this one. */
    CpuFigures since(Reading earlier, long lengthNs, long operations) {
      long agent = agentNs < 0 || earlier.agentNs < 0 ? -1 : agentNs - earlier.agentNs;
      HostCounters.Time time = host.since(earlier.host);
      return new CpuFigures(
          agent < 0 || lengthNs <= 0 ? -1 : 100.0 * agent / lengthNs,
          time.busyPercent(),
          time.stealPercent(),
          operations == 0 || agent < 0 ? 0 : agent / 1e3 / operations,
          host.figures(earlier.host, lengthNs));
    }
  }
}
