/**
 * Devices in virtual time: when an operation that arrives at a time is done. No clock, no thread
 * and no OSGi here, so that a test can drive hours of a device in a moment.
 */
@NullMarked
package io.loadstone.sim.internal.model;

import org.jspecify.annotations.NullMarked;
