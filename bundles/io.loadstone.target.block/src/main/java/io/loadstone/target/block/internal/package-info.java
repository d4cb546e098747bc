/**
 * Block devices as targets. A preview and the opening of a target rest on the same examination;
 * what the kernel says of devices is read below roots that tests replace by recorded trees.
 */
@NullMarked
package io.loadstone.target.block.internal;

import org.jspecify.annotations.NullMarked;
