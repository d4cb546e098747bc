/**
 * One execution of a plan: its states, its live figures, and the services that start, watch and
 * keep runs.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.run;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
