/**
 * What is written: incompressible, unique data with a stamp in every sector that a verify phase can
 * check.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.data;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
