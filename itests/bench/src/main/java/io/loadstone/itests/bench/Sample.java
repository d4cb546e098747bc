package io.loadstone.itests.bench;

/**
 * What one tool measured in one turn.
 *
 * @param iops completed operations a second
 * @param p99Ns of submission to completion
 * @param cpuUsPerOperation user and system time of the whole tool
 */
record Sample(double iops, double p99Ns, double cpuUsPerOperation) {}
