/** The servers that the configuration allows. */
@NullMarked
package io.loadstone.servers.internal;

import org.jspecify.annotations.NullMarked;
