package io.loadstone.api.result;

/**
 * Which agent measured, on what.
 *
 * @param version of Loadstone
 * @param host name of the host
 * @param os name, version and architecture
 * @param processors available to the agent
 * @param memoryBytes of the host; -1 if unknown
 * @param java name and version of the JVM
 * @param clock a phrase: the clock source and what one reading costs in nanoseconds
 */
public record AgentInfo(
    String version,
    String host,
    String os,
    int processors,
    long memoryBytes,
    String java,
    String clock) {}
