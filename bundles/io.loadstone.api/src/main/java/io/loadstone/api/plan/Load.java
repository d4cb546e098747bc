package io.loadstone.api.plan;

import io.loadstone.api.quantity.Sweep;

/**
 * How hard: a closed loop of workers that each keep a number of I/Os outstanding. Both are swept;
 * the workers are the outer loop.
 *
 * @param workers how many
 * @param outstanding I/Os that each worker keeps outstanding, over all targets together
 */
public record Load(Sweep workers, Sweep outstanding) {}
