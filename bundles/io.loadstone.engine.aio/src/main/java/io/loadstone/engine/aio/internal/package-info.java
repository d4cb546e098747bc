/**
 * Issues I/O through Linux native asynchronous I/O: {@code AioContext} owns what is shared with the
 * kernel, {@code AioQueue} the slots.
 */
@NullMarked
package io.loadstone.engine.aio.internal;

import org.jspecify.annotations.NullMarked;
