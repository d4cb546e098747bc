/**
 * Turns plans into runs: judges them, queues them, drives each through its phases and steps, and
 * keeps what was measured. It knows no engine, target or exporter by name.
 */
@NullMarked
package io.loadstone.core.internal;

import org.jspecify.annotations.NullMarked;
