/**
 * Jolokia on the JDK's HTTP server: who may come in (Host, Origin, sign-in), how much may be sent,
 * and which MBeans may be touched.
 */
@NullMarked
package io.loadstone.http.internal;

import org.jspecify.annotations.NullMarked;
