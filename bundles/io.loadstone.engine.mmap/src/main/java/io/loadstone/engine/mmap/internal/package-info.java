/** Issues I/O by copying from and to mapped files, one operation at a time on each queue. */
@NullMarked
package io.loadstone.engine.mmap.internal;

import org.jspecify.annotations.NullMarked;
