/**
 * The command line. It reads what a person typed, asks the agent over Jolokia, and shows the
 * answer; it knows how to start and stop the agent's process, and nothing else that the agent could
 * do.
 */
@NullMarked
package io.loadstone.cli;

import org.jspecify.annotations.NullMarked;
