package io.loadstone.nbd.internal;

import io.loadstone.api.engine.IoKind;

/** The numbers of the NBD protocol (NBD project, doc/proto.md), under the names they have there. */
final class Protocol {
  static final int DEFAULT_PORT = 10_809;

  static final long NBDMAGIC = 0x4e42444d41474943L;
  static final long IHAVEOPT = 0x49484156454F5054L;
  static final long CLISERV_MAGIC = 0x00420281861253L;

  // Handshake flags of the server, answered by the client with the same bits.
  static final int FLAG_FIXED_NEWSTYLE = 1;
  static final int FLAG_NO_ZEROES = 1 << 1;

  static final int OPT_ABORT = 2;
  static final int OPT_STARTTLS = 5;
  static final int OPT_INFO = 6;
  static final int OPT_GO = 7;
  static final int OPT_STRUCTURED_REPLY = 8;

  static final long OPTION_REPLY_MAGIC = 0x3e889045565a9L;
  static final int REP_ACK = 1;
  static final int REP_INFO = 3;
  static final int REP_ERR_BIT = 1 << 31;
  static final int REP_ERR_UNSUP = REP_ERR_BIT + 1;
  static final int REP_ERR_POLICY = REP_ERR_BIT + 2;
  static final int REP_ERR_TLS_REQD = REP_ERR_BIT + 5;
  static final int REP_ERR_UNKNOWN = REP_ERR_BIT + 6;
  static final int REP_ERR_SHUTDOWN = REP_ERR_BIT + 7;

  static final int INFO_EXPORT = 0;
  static final int INFO_BLOCK_SIZE = 3;

  // Transmission flags.
  static final int FLAG_READ_ONLY = 1 << 1;
  static final int FLAG_SEND_FLUSH = 1 << 2;
  static final int FLAG_ROTATIONAL = 1 << 4;
  static final int FLAG_SEND_TRIM = 1 << 5;
  static final int FLAG_CAN_MULTI_CONN = 1 << 8;

  static final int REQUEST_MAGIC = 0x25609513;
  static final int REQUEST_BYTES = 28;
  static final short CMD_DISC = 2;

  static final int SIMPLE_REPLY_MAGIC = 0x67446698;
  static final int SIMPLE_REPLY_BYTES = 16;
  static final int STRUCTURED_REPLY_MAGIC = 0x668e33ef;
  static final int STRUCTURED_REPLY_BYTES = 20;
  static final int REPLY_FLAG_DONE = 1;
  static final int REPLY_TYPE_NONE = 0;
  static final int REPLY_TYPE_OFFSET_DATA = 1;
  static final int REPLY_TYPE_OFFSET_HOLE = 2;
  static final int REPLY_TYPE_ERROR = 0x8001;
  static final int REPLY_TYPE_ERROR_OFFSET = 0x8002;
  static final int REPLY_TYPE_ERROR_BIT = 1 << 15;

  /** The longest text that a server may send. */
  static final int MOST_TEXT_BYTES = 4096;

  /** The largest payload that every server takes that does not say another. */
  static final int DEFAULT_MOST_PAYLOAD_BYTES = 32 << 20;

  private Protocol() {}

  /** The number of a command. */
  static short command(IoKind kind) {
    return switch (kind) {
      case READ -> 0;
      case WRITE -> 1;
      case FLUSH -> 3;
    };
  }
}
