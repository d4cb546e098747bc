/**
 * NBD in plain Java: the target with its guards, the handshake, and the engine that keeps any depth
 * in flight on one thread. The protocol is that of the NBD project's {@code doc/proto.md}, names of
 * targets that of its {@code doc/uri.md}.
 */
@NullMarked
package io.loadstone.nbd.internal;

import org.jspecify.annotations.NullMarked;
