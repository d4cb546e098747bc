/** Issues I/O with pread, pwrite and fsync, one operation at a time on each queue. */
@NullMarked
package io.loadstone.engine.sync.internal;

import org.jspecify.annotations.NullMarked;
