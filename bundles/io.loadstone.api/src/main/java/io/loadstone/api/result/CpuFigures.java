package io.loadstone.api.result;

/**
 * Processor time over a stretch of time.
 *
 * @param agentPercentOfOneCore user and system time of the agent; 200 is two whole cores. -1 if
 *     unknown
 * @param hostPercent share of all cores of the host that was not idle, 0 to 100; -1 if unknown
 * @param stealPercent share of all cores that the hypervisor gave to others, 0 to 100; -1 if
 *     unknown
 * @param microsecondsPerOperation the agent's time by operations; 0 without operations
 * @param host what the host's share was spent on
 */
public record CpuFigures(
    double agentPercentOfOneCore,
    double hostPercent,
    double stealPercent,
    double microsecondsPerOperation,
    HostFigures host) {
  /** Nothing is known. */
  public static final CpuFigures UNKNOWN = new CpuFigures(-1, -1, -1, 0, HostFigures.UNKNOWN);
}
