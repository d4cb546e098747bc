/**
 * The agent's {@code main}: takes the data folder for itself, boots the OSGi framework with the
 * bundles of the distribution, says what did not come up and why, and ends it in bounded time. It
 * knows no bundle by name; what the agent does is in the bundles.
 */
@NullMarked
package io.loadstone.launcher;

import org.jspecify.annotations.NullMarked;
