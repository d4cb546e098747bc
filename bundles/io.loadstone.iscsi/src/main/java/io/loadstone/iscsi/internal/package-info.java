/**
 * iSCSI through libiscsi: the target with its guards, and the engine that keeps any depth in flight
 * on one thread. The protocol is RFC 7143, commands and their answers are those of SPC-5 and SBC-4;
 * the library is that of version 1.19, whose headers are {@code iscsi/iscsi.h} and {@code
 * iscsi/scsi-lowlevel.h}.
 */
@NullMarked
package io.loadstone.iscsi.internal;

import org.jspecify.annotations.NullMarked;
