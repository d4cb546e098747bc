package io.loadstone.nbd.internal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS over a non-blocking connection. It neither waits nor starts threads: a call does what the
 * bytes at hand allow.
 *
 * <p>A read leaves nothing behind that a selector would not see again: it fills its buffer or
 * empties the socket. A write may leave something behind, which {@link #flush()} sends.
 *
 * <p><b>Allocation:</b> the JDK's engine allocates with every record.
 */
final class TlsChannel implements ByteChannel {
  // A record has at most 16 KiB and a little; several leave with one call.
  private static final int NETWORK_BYTES = 64 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel socket;
  private final SSLEngine engine;

  // What has arrived and is still encrypted: between position and limit.
  private final ByteBuffer in = ByteBuffer.allocate(NETWORK_BYTES).flip();

  // What was decrypted and nobody has taken: between position and limit.
  private final ByteBuffer plain;

  // What is encrypted and has not left: up to the position.
  private final ByteBuffer out = ByteBuffer.allocate(NETWORK_BYTES);

  /**
   * Takes over a connection on which the server expects TLS to begin.
   *
   * @param socket connected, non-blocking
   * @param engine of a client, not used yet
   */
  TlsChannel(SocketChannel socket, SSLEngine engine) throws IOException {
    this.socket = socket;
    this.engine = engine;
    engine.beginHandshake();
    plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
  }

  /**
   * Goes on with the handshake.
   *
   * @return what to wait for before the next call: {@link SelectionKey#OP_READ}, {@link
   *     SelectionKey#OP_WRITE}, or 0 if it is over
   * @throws javax.net.ssl.SSLException if the two can't agree, or the server is not who it should
   *     be
   */
  int handshake() throws IOException {
    while (true) {
      if (!flush()) {
        return SelectionKey.OP_WRITE;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_WRAP -> wrap(NOTHING);
        case NEED_TASK -> runTasks();
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (unwrap() == Status.BUFFER_UNDERFLOW) {
            int bytes = receive();
            if (bytes < 0) {
              throw new EOFException("the server closed the connection");
            }
            if (bytes == 0) {
              return SelectionKey.OP_READ;
            }
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return 0;
        }
      }
    }
  }

  /** The protocol and the cipher that were agreed. */
  String description() {
    return engine.getSession().getProtocol() + " (" + engine.getSession().getCipherSuite() + ")";
  }

  /** Whether something is held back that {@link #flush()} has to send. */
  boolean pending() {
    return out.position() > 0;
  }

  /** Sends what is held back; {@code false} if the socket does not take all of it now. */
  boolean flush() throws IOException {
    if (out.position() > 0) {
      out.flip();
      try {
        socket.write(out);
      } finally {
        out.compact();
      }
    }
    return out.position() == 0;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int before = source.remaining();
    while (source.hasRemaining()) {
      if (out.remaining() < engine.getSession().getPacketBufferSize() && !flush()) {
        break;
      }
      SSLEngineResult wrapped = wrap(source);
      if (wrapped.getStatus() == Status.CLOSED) {
        throw new EOFException("the server closed the connection");
      }
      if (wrapped.bytesProduced() == 0) {
        // The server wants to agree anew, with what the next read brings.
        answerHandshake();
        break;
      }
    }
    flush();
    return before - source.remaining();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int before = target.remaining();
    while (true) {
      int bytes = Math.min(plain.remaining(), target.remaining());
      target.put(target.position(), plain, plain.position(), bytes);
      target.position(target.position() + bytes);
      plain.position(plain.position() + bytes);
      if (!target.hasRemaining()) {
        return before;
      }
      Status status = unwrap();
      answerHandshake();
      int moved = before - target.remaining();
      int received = 0;
      if (status == Status.BUFFER_UNDERFLOW) {
        received = receive();
        if (received == 0) {
          return moved;
        }
      }
      if (received < 0 || status == Status.CLOSED) {
        return moved > 0 ? moved : -1;
      }
    }
  }

  // New keys and tickets may come at any time, and some want an answer.
  private void answerHandshake() throws IOException {
    while (true) {
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
        if (out.remaining() < engine.getSession().getPacketBufferSize() && !flush()) {
          return;
        }
        wrap(NOTHING);
      } else {
        return;
      }
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask(); task != null; ) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  private SSLEngineResult wrap(ByteBuffer source) throws IOException {
    return engine.wrap(source, out);
  }

  /** Decrypts the next record, if it is there, and nothing that was decrypted waits. */
  private Status unwrap() throws IOException {
    plain.clear();
    try {
      return engine.unwrap(in, plain).getStatus();
    } finally {
      plain.flip();
    }
  }

  /** Takes what the socket has; 0 if it has nothing, -1 if nothing will come any more. */
  private int receive() throws IOException {
    in.compact();
    try {
      return socket.read(in);
    } finally {
      in.flip();
    }
  }

  @Override
  public boolean isOpen() {
    return socket.isOpen();
  }

  /** Says that nothing more follows, if the socket takes that now, and closes the connection. */
  @Override
  public void close() throws IOException {
    try (socket) {
      engine.closeOutbound();
      while (!engine.isOutboundDone() && flush()) {
        wrap(NOTHING);
      }
      flush();
    }
  }
}
