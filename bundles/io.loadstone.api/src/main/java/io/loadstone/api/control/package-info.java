/**
 * The management interfaces: everything a person or a program can do with an agent, as MXBeans in
 * the domain {@code io.loadstone}. The command line, the web page and the fleet use these and
 * nothing else.
 *
 * <p>Operations take plain strings. What is wrong with a call comes back as one of the JDK's own
 * exceptions, so that any client can read it: {@link IllegalArgumentException} for bad input,
 * {@link SecurityException} for what is refused for safety, {@link IllegalStateException} for what
 * can't be done now. The message is a whole sentence.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.loadstone.api.control;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
