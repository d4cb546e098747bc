package io.loadstone.sim.internal.model;

/**
 * What an array is like.
 *
 * @param sizeBytes of the target; it fills the spindles
 * @param spindles how many; must fit the level
 * @param stripeBytes length of a stripe unit
 * @param cacheBytes write cache; 0 is none: writes are done when the spindles have them
 * @param readAheadBytes how far is read ahead of a sequential stream; 0 is never
 * @param maxIops most operations per second of the controller
 * @param maxBytesPerSecond most bytes per second of the controller and its ports
 * @param latencyNs what the controller and the way to it take of each operation
 * @param seed of where the platters are
 */
public record ArraySpec(
    long sizeBytes,
    int spindles,
    RaidLevel raid,
    int stripeBytes,
    long cacheBytes,
    long readAheadBytes,
    Disk disk,
    double maxIops,
    double maxBytesPerSecond,
    long latencyNs,
    long seed) {}
