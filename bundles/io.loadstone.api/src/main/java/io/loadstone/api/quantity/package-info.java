/** Text that people write for sizes, times, shares and sweeps, and the numbers that it means. */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.quantity;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
