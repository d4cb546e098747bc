/** What a run measured: intervals, step results and the run's result; units are in the names. */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.result;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
