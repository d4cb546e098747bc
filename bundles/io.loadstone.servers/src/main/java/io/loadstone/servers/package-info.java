/**
 * What targets on servers have in common, whatever protocol they speak: names of servers and the
 * permission to reach them, the parameters of their names, the look at what they hold before it is
 * written over, the news of a target that connections report, and the queue of slots and
 * connections that a loop drives.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.servers;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
