/**
 * Makes load: compiles access specifications into streams of operations, and drives them through
 * the queues of an engine from loop threads.
 */
@NullMarked
package io.loadstone.core.internal.load;

import org.jspecify.annotations.NullMarked;
