/** Commands for the framework's shell, thin over the agent's own interface. */
@NullMarked
package io.loadstone.shell.internal;

import org.jspecify.annotations.NullMarked;
