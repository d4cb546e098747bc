/** Issues I/O through java.nio file channels, one operation at a time on each queue. */
@NullMarked
package io.loadstone.engine.nio.internal;

import org.jspecify.annotations.NullMarked;
