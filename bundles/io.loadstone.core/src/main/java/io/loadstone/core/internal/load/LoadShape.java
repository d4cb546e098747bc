package io.loadstone.core.internal.load;

/**
 * What loops go by and can be told to change: each change is a new one, so that a loop sees one by
 * a single reading.
 *
 * @param pattern what the operations look like
 * @param outstanding I/Os of each worker
 * @param change 0 as planned, then one more with each change, of the rate of an open loop as well
 */
public record LoadShape(AccessPattern pattern, int outstanding, int change) {}
