package io.loadstone.api.plan;

import io.loadstone.api.quantity.Rate;

/**
 * An arrival rate: operations are due when the schedule says so, whatever the target does. Response
 * time counts from then on.
 *
 * @param rate of all workers together
 * @param arrivals how they are spread over time
 */
public record OpenLoop(Rate rate, Arrivals arrivals) {}
