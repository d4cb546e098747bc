/**
 * NFS without mounting, through libnfs: the target with its guards, and the engine that keeps any
 * depth in flight on one thread. The protocol is RFC 7530 (version 4.0) or RFC 1813 (version 3);
 * the library is that of version 4, whose header is {@code nfsc/libnfs.h}.
 */
@NullMarked
package io.loadstone.nfs.internal;

import org.jspecify.annotations.NullMarked;
