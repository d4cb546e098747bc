/**
 * Linux system calls through java.lang.foreign: the only place with a {@code Linker} for the
 * system. Nothing here decides anything; a call that fails returns a negated errno, or throws
 * {@link io.loadstone.linux.NativeIoException} where a value that is no number would be returned.
 * Constants are those of the kernel's uapi headers, version 6.18, for x86-64 and arm64.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.linux;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
