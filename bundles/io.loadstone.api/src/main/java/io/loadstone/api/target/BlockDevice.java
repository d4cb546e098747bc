package io.loadstone.api.target;

/**
 * A block device of this machine, as the kernel numbers it.
 *
 * @param major of the driver, 1 or more
 * @param minor of the device or partition
 */
public record BlockDevice(int major, int minor) {}
