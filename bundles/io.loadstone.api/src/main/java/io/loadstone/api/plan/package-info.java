/**
 * What to do: a plan, its phases, access specifications and load; immutable, every value in bytes
 * and nanoseconds.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.plan;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
