package io.loadstone.nbd.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * What a server says about an export.
 *
 * @param sizeBytes its size
 * @param flags the transmission flags
 * @param leastBlockBytes what offsets and lengths must be multiples of; 1 if the server does not
 *     say
 * @param mostPayloadBytes the longest operation that it takes
 * @param structuredReplies whether replies come in chunks
 * @param protection what protects the connection, such as TLSv1.3; empty if nothing does
 */
record Export(
    long sizeBytes,
    int flags,
    int leastBlockBytes,
    int mostPayloadBytes,
    boolean structuredReplies,
    String protection) {

  boolean readOnly() {
    return has(Protocol.FLAG_READ_ONLY);
  }

  boolean flushes() {
    return has(Protocol.FLAG_SEND_FLUSH);
  }

  /** Whether several connections see each other's writes, or there are none to see. */
  boolean takesSeveralConnections() {
    return readOnly() || has(Protocol.FLAG_CAN_MULTI_CONN);
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** The same thing as before? The server may have been started anew with something else. */
  boolean sameAs(Export other) {
    return sizeBytes == other.sizeBytes
        && flags == other.flags
        && leastBlockBytes == other.leastBlockBytes;
  }

  /** For people. */
  String description() {
    List<String> words = new ArrayList<>();
    words.add(readOnly() ? "read-only" : "writable");
    words.add("blocks of " + leastBlockBytes + " to " + mostPayloadBytes + " bytes");
    words.add(flushes() ? "flush" : "no flush");
    if (has(Protocol.FLAG_SEND_TRIM)) {
      words.add("trim");
    }
    if (has(Protocol.FLAG_ROTATIONAL)) {
      words.add("rotational");
    }
    words.add(takesSeveralConnections() ? "several connections" : "one connection");
    words.add(structuredReplies ? "structured replies" : "simple replies");
    words.add(protection.isEmpty() ? "no TLS" : protection);
    return String.join(", ", words);
  }
}
