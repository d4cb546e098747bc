package io.loadstone.api.result;

/**
 * What all cores of the host did over a stretch of time, for whomever, as the kernel counts it.
 * Every field is -1 if unknown. With the time that the hypervisor gave to others, user, system and
 * softirq make up {@link CpuFigures#hostPercent()}.
 *
 * @param userPercent share of all cores in programs, those of low priority and guests included, 0
 *     to 100
 * @param systemPercent share in the kernel, hard interrupts included
 * @param softirqPercent share in the kernel's deferred interrupts: network, and completions of
 *     block devices on another core
 * @param iowaitPercent share that was idle while something waited for I/O; the kernel's estimate,
 *     which asynchronous I/O hardly shows in
 * @param contextSwitchesPerSecond of all cores
 * @param interruptsPerSecond of all cores
 */
public record HostFigures(
    double userPercent,
    double systemPercent,
    double softirqPercent,
    double iowaitPercent,
    double contextSwitchesPerSecond,
    double interruptsPerSecond) {
  /** Nothing is known. */
  public static final HostFigures UNKNOWN = new HostFigures(-1, -1, -1, -1, -1, -1);
}
