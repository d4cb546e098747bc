/**
 * The simulated array {@code sim:} and its engine: a tutorial without an array, and the oracle of
 * the tests, since its response times are known. {@code model} has the devices, in virtual time;
 * here they meet the clock.
 */
@NullMarked
package io.loadstone.sim.internal;

import org.jspecify.annotations.NullMarked;
