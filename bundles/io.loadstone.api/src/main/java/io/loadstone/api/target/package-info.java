/**
 * What is tested: target URIs, the providers that guard them, and the open target that an engine
 * drives.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.target;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
