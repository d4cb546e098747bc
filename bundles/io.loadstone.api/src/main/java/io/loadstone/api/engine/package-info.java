/**
 * How I/O is issued: engines and their queues. The skeleton to copy is the bundle
 * io.loadstone.engine.noop.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.engine;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
