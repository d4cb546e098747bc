/**
 * What every engine must do, as tests to extend, and the targets to do it on. For tests only; never
 * in the distribution.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.testkit;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
