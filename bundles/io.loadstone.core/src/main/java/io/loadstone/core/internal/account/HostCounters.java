package io.loadstone.core.internal.account;

import io.loadstone.api.result.HostFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Linux counts of the host, from {@code /proc/stat}. A library for it costs more than these
 * lines, see docs/adr/0009-read-proc-stat-ourselves.md.
 *
 * @param ticks of all cores together, by what they did, in the order of the file; empty if unknown
 * @param contextSwitches of all cores; -1 if unknown
 * @param interrupts of all cores; -1 if unknown
 */
record HostCounters(List<Long> ticks, long contextSwitches, long interrupts) {
  /** Nothing is known. */
  static final HostCounters UNKNOWN = new HostCounters(List.of(), -1, -1);

  private static final Path FILE = Path.of("/proc/stat");

  // proc_stat(5); the guests' times after these are part of user and nice already.
  private static final int USER = 0;
  private static final int NICE = 1;
  private static final int SYSTEM = 2;
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int IRQ = 5;
  private static final int SOFTIRQ = 6;
  private static final int STEAL = 7;

  /** The counters now. */
  static HostCounters read() {
    return read(FILE);
  }

  static HostCounters read(Path file) {
    try {
      return of(Files.readAllLines(file));
    } catch (IOException | NumberFormatException _) { // another system: unknown is an answer here
      return UNKNOWN;
    }
  }

  private static HostCounters of(List<String> lines) {
    List<Long> ticks = List.of();
    long contextSwitches = -1;
    long interrupts = -1;
    for (String line : lines) {
      // The line of interrupts has one number for each source there may be: hundreds.
      String[] words = line.split(" +", STEAL + 3);
      switch (words[0]) {
        case "cpu" -> ticks = ticks(words);
        case "ctxt" -> contextSwitches = Long.parseLong(words[1]);
        case "intr" -> interrupts = Long.parseLong(words[1]);
        default -> {}
      }
    }
    return new HostCounters(ticks, contextSwitches, interrupts);
  }

  // Empty before Linux 2.6.11, which knew no steal.
  private static List<Long> ticks(String[] words) {
    return words.length <= STEAL + 1
        ? List.of()
        : List.of(words).subList(1, STEAL + 2).stream().map(Long::parseLong).toList();
  }

  /** What all cores did between an earlier reading and this one. */
  Time since(HostCounters earlier) {
    return ticks.isEmpty() || earlier.ticks.isEmpty()
        ? new Time(new long[STEAL + 1])
        : Time.between(earlier.ticks, ticks);
  }

  /** What it was spent on between an earlier reading and this one. */
  HostFigures figures(HostCounters earlier, long lengthNs) {
    Time time = since(earlier);
    return new HostFigures(
        time.percent(USER, NICE),
        time.percent(SYSTEM, IRQ),
        time.percent(SOFTIRQ),
        time.percent(IOWAIT),
        perSecond(earlier.contextSwitches, contextSwitches, lengthNs),
        perSecond(earlier.interrupts, interrupts, lengthNs));
  }

  private static double perSecond(long from, long to, long lengthNs) {
    return from < 0 || to < from || lengthNs <= 0 ? -1 : (to - from) * 1e9 / lengthNs;
  }

  /** Ticks of all cores between two readings, by what they did. */
  static final class Time {
    private final long[] ticks;
    private final long total;

    private Time(long[] ticks) {
      this.ticks = ticks;
      long sum = 0;
      for (long part : ticks) {
        sum += part;
      }
      total = sum;
    }

    // The kernel's time of waiting may go back (proc_stat(5)), and all of a core that is unplugged.
    private static Time between(List<Long> from, List<Long> to) {
      long[] ticks = new long[to.size()];
      for (int i = 0; i < ticks.length; i++) {
        ticks[i] = Math.max(0, to.get(i) - from.get(i));
      }
      return new Time(ticks);
    }

    /** Share of it that was not idle; -1 if unknown. */
    double busyPercent() {
      return total == 0 ? -1 : 100 - percent(IDLE, IOWAIT);
    }

    /** Share of it that the hypervisor gave to others; -1 if unknown. */
    double stealPercent() {
      return percent(STEAL);
    }

    private double percent(int... parts) {
      long sum = 0;
      for (int part : parts) {
        sum += ticks[part];
      }
      return total == 0 ? -1 : 100.0 * sum / total;
    }
  }
}
