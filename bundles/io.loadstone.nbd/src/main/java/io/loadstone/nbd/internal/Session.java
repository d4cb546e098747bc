package io.loadstone.nbd.internal;

import io.loadstone.api.engine.Errno;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.security.cert.CertPathBuilderException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an export that is ready for requests.
 *
 * @param channel connected, non-blocking
 * @param tls through which everything goes; null if the connection is not protected
 * @param export as the server describes it now
 */
record Session(SocketChannel channel, @Nullable TlsChannel tls, Export export)
    implements AutoCloseable {

  /** Makes a connection ready for requests. */
  static Session open(NbdUri name, long timeoutNs) throws IOException {
    SocketAddress address = name.server().address();
    return open(name, address, TimedChannel.unconnected(address), timeoutNs);
  }

  /**
   * Makes a connection ready for requests.
   *
   * @param channel not connected; another thread ends this by closing it
   */
  static Session open(NbdUri name, SocketAddress address, SocketChannel channel, long timeoutNs)
      throws IOException {
    long deadlineNs = System.nanoTime() + timeoutNs;
    boolean done = false;
    try (TimedChannel timed = TimedChannel.connect(channel, address, deadlineNs)) {
      Export export = new Handshake(timed, name).go();
      done = true;
      return new Session(channel, timed.tls(), export);
    } catch (IOException e) {
      throw explained(name, e);
    } finally {
      if (!done) {
        channel.close();
      }
    }
  }

  /** Asks what an export is like, without using it. */
  static Export look(NbdUri name, long timeoutNs) throws IOException {
    SocketAddress address = name.server().address();
    long deadlineNs = System.nanoTime() + timeoutNs;
    try (SocketChannel channel = TimedChannel.unconnected(address);
        TimedChannel timed = TimedChannel.connect(channel, address, deadlineNs)) {
      return new Handshake(timed, name).look();
    } catch (IOException e) {
      throw explained(name, e);
    }
  }

  private static IOException explained(NbdUri name, IOException e) {
    String cause =
        switch (e) {
          case ConnectException _ ->
              "%s: no server listens there; start it, or correct the address"
                  .formatted(Errno.ECONNREFUSED.text());
          case SSLException _ -> "TLS failed: " + reason(e) + "; " + trust(name);
          case SocketTimeoutException _ -> Errno.ETIMEDOUT.text() + ": " + e.getMessage();
          default -> String.valueOf(e.getMessage());
        };
    return new IOException(
        "The NBD server " + name.server() + " can't be used for " + name.uri() + ": " + cause, e);
  }

  // The JDK's own text names its classes.
  private static String reason(Throwable e) {
    Throwable root = e;
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      root = cause;
    }
    return root instanceof CertPathBuilderException
        ? "nobody who is trusted vouches for the server"
        : String.valueOf(root.getMessage());
  }

  private static String trust(NbdUri name) {
    return name.tls()
        .map(
            tls ->
                "its certificate must be for "
                    + tls.host()
                    + " and come from an authority of "
                    + tls.authorities().map(Object::toString).orElse("the Java machine's own"))
        .orElse("");
  }

  /** Whether TLS holds something back that {@link #flush()} has to send. */
  boolean pending() {
    return tls != null && tls.pending();
  }

  /** Sends what TLS holds back; {@code false} if not all of it can leave now. */
  boolean flush() throws IOException {
    return tls == null || tls.flush();
  }

  /** The way for requests and replies. */
  ByteChannel wire() {
    return tls == null ? channel : tls;
  }

  /** Says good-bye, if the server listens, and closes the connection. */
  @Override
  public void close() throws IOException {
    try (channel;
        ByteChannel wire = wire()) {
      ByteBuffer request = ByteBuffer.allocate(Protocol.REQUEST_BYTES);
      request.putInt(Protocol.REQUEST_MAGIC).putShort((short) 0).putShort(Protocol.CMD_DISC);
      wire.write(request.rewind());
    }
  }
}
