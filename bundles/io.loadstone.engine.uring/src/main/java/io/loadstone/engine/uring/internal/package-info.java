/**
 * Issues I/O through io_uring: {@code Ring} owns what is shared with the kernel, {@code UringQueue}
 * the slots, {@code RingSupport} what this machine can do.
 */
@NullMarked
package io.loadstone.engine.uring.internal;

import org.jspecify.annotations.NullMarked;
