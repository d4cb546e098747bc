/** Plug-ins that make a plan out of a few settings. */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.profile;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
