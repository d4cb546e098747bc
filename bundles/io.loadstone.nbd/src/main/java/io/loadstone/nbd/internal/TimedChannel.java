package io.loadstone.nbd.internal;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking channel used as if it blocked, with one deadline for everything: for handshakes,
 * which must end in bounded time whatever the server does.
 */
final class TimedChannel implements AutoCloseable {
  private static final long LONGEST_WAIT_MS = 100;

  private final SocketChannel channel;
  private final Selector selector;
  private final long deadlineNs;
  private ByteChannel wire;
  private @Nullable TlsChannel tls;

  private TimedChannel(SocketChannel channel, Selector selector, long deadlineNs) {
    this.channel = channel;
    wire = channel;
    this.selector = selector;
    this.deadlineNs = deadlineNs;
  }

  /** A channel that is not connected. */
  static SocketChannel unconnected(SocketAddress address) throws IOException {
    if (address instanceof UnixDomainSocketAddress) {
      return SocketChannel.open(StandardProtocolFamily.UNIX);
    }
    SocketChannel channel = SocketChannel.open();
    // A request must not wait for the next one.
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }

  /**
   * Connects.
   *
   * @param channel from {@link #unconnected}; stays the caller's, also if there is an exception
   */
  static TimedChannel connect(SocketChannel channel, SocketAddress address, long deadlineNs)
      throws IOException {
    channel.configureBlocking(false);
    TimedChannel timed = new TimedChannel(channel, Selector.open(), deadlineNs);
    try {
      if (!channel.connect(address)) {
        do {
          timed.await(SelectionKey.OP_CONNECT);
        } while (!channel.finishConnect());
      }
      return timed;
    } catch (IOException | RuntimeException e) {
      timed.close();
      throw e;
    }
  }

  /** From now on everything goes through TLS. */
  void secure(Tls rules) throws IOException {
    TlsChannel secured = rules.over(channel);
    for (int wanted = secured.handshake(); wanted != 0; wanted = secured.handshake()) {
      await(wanted);
    }
    tls = secured;
    wire = secured;
  }

  /** What protects it; null if nothing does. */
  @Nullable TlsChannel tls() {
    return tls;
  }

  /** Reads until the buffer is full, and flips it. */
  ByteBuffer read(ByteBuffer buffer) throws IOException {
    // Not only where it waits: a server that never stops talking is never waited for.
    refuseIfLate();
    while (buffer.hasRemaining()) {
      int bytes = wire.read(buffer);
      if (bytes < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (bytes == 0) {
        await(SelectionKey.OP_READ);
      }
    }
    return buffer.flip();
  }

  /** Writes all of a buffer. */
  void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (wire.write(buffer) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
    while (tls != null && !tls.flush()) {
      await(SelectionKey.OP_WRITE);
    }
  }

  private long refuseIfLate() throws IOException {
    long leftNs = deadlineNs - System.nanoTime();
    if (leftNs <= 0) {
      throw new SocketTimeoutException("the server did not answer in time");
    }
    return leftNs;
  }

  private void await(int operations) throws IOException {
    long leftNs = refuseIfLate();
    channel.register(selector, operations);
    // In slices: a channel that another thread closed does not end the wait for it.
    selector.select(key -> {}, Math.min(leftNs / 1_000_000 + 1, LONGEST_WAIT_MS));
  }

  /** Leaves the channel to others. */
  @Override
  public void close() throws IOException {
    selector.close();
  }
}
