package io.loadstone.api.result;

/**
 * What a step wrote, by the time until its last byte was durable.
 *
 * @param flushSeconds the flush after the step, for which the step's other figures do not wait
 * @param mbPerSecond 10^6 bytes per second: all that was written, ramp-up included, by ramp-up, run
 *     time and flush together
 */
public record DurableWrites(double flushSeconds, double mbPerSecond) {}
