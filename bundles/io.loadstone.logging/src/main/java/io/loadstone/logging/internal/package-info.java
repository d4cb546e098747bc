/**
 * One log for everything: what bundles say to the OSGi log service goes to Logback, and the levels
 * are an MBean.
 */
@NullMarked
package io.loadstone.logging.internal;

import org.jspecify.annotations.NullMarked;
