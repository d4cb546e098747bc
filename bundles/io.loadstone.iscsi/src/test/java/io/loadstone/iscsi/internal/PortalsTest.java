package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.TargetUri;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Portals that do not let in: one sends on to another, one takes nobody. */
@Timeout(60)
class PortalsTest {
  private static final int HEADER_BYTES = 48;

  // RFC 7143, 11.13: a login response of class 1, the target moved for now, with its address.
  private static void sendOn(Socket client, int port) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    byte[] request = new byte[HEADER_BYTES];
    in.readFully(request);
    in.skipNBytes(((ByteBuffer.wrap(request).getInt(4) & 0xff_ffff) + 3) / 4 * 4L);
    byte[] text = ("TargetAddress=127.0.0.1:" + port + ",1\0").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer response = ByteBuffer.allocate(HEADER_BYTES + (text.length + 3) / 4 * 4);
    response.put((byte) 0x23).put((byte) 0).putShort((short) 0).putInt(text.length);
    response.put(request, 8, 6).putShort((short) 0).put(request, 16, 4);
    response.position(36);
    response.putShort((short) 0x0101).position(HEADER_BYTES).put(text);
    client.getOutputStream().write(response.array());
    client.getOutputStream().flush();
  }

  @BeforeEach
  void needsTheLibrary() {
    assumeTrue(Libiscsi.unavailable().isEmpty(), () -> Libiscsi.unavailable().orElse(""));
  }

  @Test
  void onePortalThatSendsOnIsRefusedAndTheOtherIsNotReached() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket portal = new ServerSocket(0, 5, loopback);
        ServerSocket other = new ServerSocket(0, 5, loopback);
        ExecutorService server = Executors.newSingleThreadExecutor()) {
      Future<Void> sent =
          server.submit(
              () -> {
                try (Socket client = portal.accept()) {
                  sendOn(client, other.getLocalPort());
                  // Until the client leaves.
                  assertThat(client.getInputStream().read()).isEqualTo(-1);
                }
                return null;
              });
      TargetUri uri = Tgtd.uri("127.0.0.1:" + portal.getLocalPort(), 1);
      assertThatThrownBy(() -> Tgtd.target(uri))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(
              "sends to another portal, 127.0.0.1:" + other.getLocalPort() + ",1, which is not")
          .hasMessageContaining("name that one in the target");
      sent.get();
      other.setSoTimeout(1);
      assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  // Linux drops what does not fit into the backlog: who connects then hears nothing.
  @Test
  void aPortalThatTakesNobodyIsGivenUpInItsTime() throws Exception {
    try (ServerSocket portal = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(portal.getInetAddress(), portal.getLocalPort());
        Socket second = new Socket(portal.getInetAddress(), portal.getLocalPort())) {
      assertThat(first.isConnected() && second.isConnected()).isTrue();
      TargetUri uri = Tgtd.uri("127.0.0.1:" + portal.getLocalPort(), 1, "timeout=1s");
      long beganNs = System.nanoTime();
      assertThatThrownBy(() -> Tgtd.target(uri))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + portal.getLocalPort())
          .hasMessageContaining("did not answer in time: ETIMEDOUT (110)");
      assertThat(System.nanoTime() - beganNs).isBetween(1_000_000_000L, 30_000_000_000L);
    }
  }
}
