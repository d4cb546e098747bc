package io.loadstone.nfs.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Passes on what a client and a server say, and holds answers that are as long as a read's. */
final class Relay implements AutoCloseable {
  // Those to questions about files are shorter, and one to a read of 512 bytes is longer.
  private static final int LONG_BYTES = 540;

  private final ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final CountDownLatch released = new CountDownLatch(1);
  private final int serverPort;

  Relay(int serverPort) throws IOException {
    this.serverPort = serverPort;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Lets long answers pass from now on. */
  void release() {
    released.countDown();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        Thread.ofVirtual().start(() -> pass(client, server, false));
        Thread.ofVirtual().start(() -> pass(server, client, true));
      }
    } catch (IOException _) { // closed
    }
  }

  private void pass(Socket from, Socket to, boolean holds) {
    byte[] bytes = new byte[1 << 16];
    try (from;
        to) {
      for (int n = from.getInputStream().read(bytes);
          n > 0;
          n = from.getInputStream().read(bytes)) {
        if (holds && n > LONG_BYTES) {
          released.await();
        }
        to.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException _) { // either side closed it
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() throws IOException {
    released.countDown();
    listener.close();
  }
}
