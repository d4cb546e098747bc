package io.loadstone.nbd.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The fixed newstyle negotiation on a fresh connection. */
final class Handshake {
  private static final int OPTION_REPLY_BYTES = 20;
  // An export's description is the longest text that a server sends.
  private static final int MOST_REPLY_BYTES = Protocol.MOST_TEXT_BYTES + 64;
  private static final int MOST_SHOWN_CHARACTERS = 200;
  // Controls (C1 too), marks that turn the direction of text, separators of lines and paragraphs.
  private static final String UNSHOWN = "[\\p{C}\\p{Zl}\\p{Zp}]+";

  private final TimedChannel channel;
  private final NbdUri name;
  private boolean structuredReplies;

  Handshake(TimedChannel channel, NbdUri name) {
    this.channel = channel;
    this.name = name;
  }

  /** Goes on to transmission. */
  Export go() throws IOException {
    begin();
    return export(Protocol.OPT_GO);
  }

  /** Asks and leaves: a server that serves one client once is still there afterwards. */
  Export look() throws IOException {
    begin();
    Export export = export(Protocol.OPT_INFO);
    channel.write(option(Protocol.OPT_ABORT, ByteBuffer.allocate(0)));
    return export;
  }

  private void begin() throws IOException {
    greet();
    if (name.tls().isPresent()) {
      String why = send(Protocol.OPT_STARTTLS, ByteBuffer.allocate(0));
      if (why != null) {
        throw new ProtocolException(
            "it does not offer TLS ("
                + why
                + "); without it, the target is named nbd: or nbd+unix:");
      }
      channel.secure(name.tls().get());
    }
    structuredReplies = send(Protocol.OPT_STRUCTURED_REPLY, ByteBuffer.allocate(0)) == null;
  }

  private void greet() throws IOException {
    ByteBuffer greeting = channel.read(ByteBuffer.allocate(18));
    if (greeting.getLong() != Protocol.NBDMAGIC) {
      throw new ProtocolException("what listens there is no NBD server; correct the address");
    }
    long style = greeting.getLong();
    int flags = greeting.getShort();
    if (style == Protocol.CLISERV_MAGIC || (flags & Protocol.FLAG_FIXED_NEWSTYLE) == 0) {
      throw new ProtocolException(
          "it speaks only an old style of the protocol; a server with fixed newstyle is needed");
    }
    if (style != Protocol.IHAVEOPT) {
      throw new ProtocolException("its greeting is not that of an NBD server");
    }
    int answer = flags & (Protocol.FLAG_FIXED_NEWSTYLE | Protocol.FLAG_NO_ZEROES);
    channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(answer).flip());
  }

  private static ByteBuffer option(int option, ByteBuffer data) {
    return ByteBuffer.allocate(16 + data.remaining())
        .putLong(Protocol.IHAVEOPT)
        .putInt(option)
        .putInt(data.remaining())
        .put(data)
        .flip();
  }

  /** Sends an option that is answered by one reply; null for yes, else the server's reason. */
  private @Nullable String send(int option, ByteBuffer data) throws IOException {
    channel.write(option(option, data));
    Reply reply = reply(option);
    return reply.type == Protocol.REP_ACK ? null : why(reply);
  }

  private ByteBuffer whatIsAsked() throws ProtocolException {
    byte[] export = name.export().getBytes(StandardCharsets.UTF_8);
    if (export.length > Protocol.MOST_TEXT_BYTES) {
      throw new ProtocolException("the name of an export has at most 4096 bytes");
    }
    return ByteBuffer.allocate(Integer.BYTES + export.length + 2 * Short.BYTES)
        .putInt(export.length)
        .put(export)
        .putShort((short) 1)
        .putShort((short) Protocol.INFO_BLOCK_SIZE)
        .flip();
  }

  private Export export(int option) throws IOException {
    channel.write(option(option, whatIsAsked()));
    long sizeBytes = -1;
    int flags = 0;
    int least = 1;
    int most = Protocol.DEFAULT_MOST_PAYLOAD_BYTES;
    while (true) {
      Reply reply = reply(option);
      if (reply.type == Protocol.REP_ACK) {
        break;
      }
      if (reply.type != Protocol.REP_INFO || reply.data.remaining() < Short.BYTES) {
        throw new ProtocolException(why(reply));
      }
      int info = reply.data.getShort();
      if (info == Protocol.INFO_EXPORT && reply.data.remaining() == 10) {
        sizeBytes = reply.data.getLong();
        flags = Short.toUnsignedInt(reply.data.getShort());
      } else if (info == Protocol.INFO_BLOCK_SIZE && reply.data.remaining() == 12) {
        least = reply.data.getInt();
        reply.data.getInt(); // the preferred size: the plan says what is issued
        most = (int) Math.min(Integer.toUnsignedLong(reply.data.getInt()), Integer.MAX_VALUE);
      }
    }
    if (sizeBytes < 0) {
      throw new ProtocolException("it says no size, or one beyond 2^63 bytes");
    }
    if (least < 1 || least > 1 << 16 || Integer.bitCount(least) != 1 || most < least) {
      throw new ProtocolException(
          "its block sizes are not valid (" + least + " to " + most + " bytes)");
    }
    TlsChannel tls = channel.tls();
    return new Export(
        sizeBytes, flags, least, most, structuredReplies, tls == null ? "" : tls.description());
  }

  private Reply reply(int option) throws IOException {
    ByteBuffer head = channel.read(ByteBuffer.allocate(OPTION_REPLY_BYTES));
    if (head.getLong() != Protocol.OPTION_REPLY_MAGIC || head.getInt() != option) {
      throw new ProtocolException("it answered an option that was not asked");
    }
    int type = head.getInt();
    int lengthBytes = head.getInt();
    if (lengthBytes < 0 || lengthBytes > MOST_REPLY_BYTES) {
      throw new ProtocolException(
          "its answer has " + Integer.toUnsignedString(lengthBytes) + " bytes, which is too long");
    }
    return new Reply(type, channel.read(ByteBuffer.allocate(lengthBytes)));
  }

  private String why(Reply reply) {
    String said = shown(reply.data);
    String why =
        switch (reply.type) {
          case Protocol.REP_ERR_UNKNOWN -> "it has no export \"" + name.export() + "\"";
          case Protocol.REP_ERR_POLICY -> "its policy forbids it";
          case Protocol.REP_ERR_TLS_REQD -> "it wants TLS; name the target nbds: or nbds+unix:";
          case Protocol.REP_ERR_SHUTDOWN -> "it is shutting down";
          case Protocol.REP_ERR_UNSUP -> "it does not know an option that Loadstone needs";
          default -> "its answer to the negotiation is 0x" + Integer.toHexString(reply.type);
        };
    return said.isEmpty() || reply.type >= 0 ? why : why + " (\"" + said + "\")";
  }

  // A server's text ends up in messages: it must not forge lines there, nor steer a terminal.
  private static String shown(ByteBuffer text) {
    String said = StandardCharsets.UTF_8.decode(text).toString().replaceAll(UNSHOWN, " ");
    return said.length() <= MOST_SHOWN_CHARACTERS
        ? said.strip()
        : said.substring(0, MOST_SHOWN_CHARACTERS).strip() + "...";
  }

  private record Reply(int type, ByteBuffer data) {}
}
