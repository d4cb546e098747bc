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
 */
public record CpuFigures(
    double agentPercentOfOneCore,
    double hostPercent,
    double stealPercent,
    double microsecondsPerOperation) {}
