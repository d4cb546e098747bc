package io.loadstone.nbd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.TargetUri;
import io.loadstone.nbd.internal.ScriptedServer.Script;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that misbehave before they have said what their export is. */
@Timeout(60)
class RudeHandshakeTest {
  private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();
  private static final int ACK = 1;
  private static final int INFO = 3;
  private static final int ERR_POLICY = (1 << 31) + 2;

  /** Asks a server for an export that greets as it should and then does what a test says. */
  private static Export look(String scheme, Script script) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(listener, script));
      String uri = scheme + "://127.0.0.1:" + listener.getLocalPort() + "/x";
      return Session.look(NbdUri.of(TargetUri.parse(uri)), SECOND_NS);
    }
  }

  private static void serve(ServerSocket listener, Script script) {
    try (Socket socket = listener.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write(ScriptedServer.bytes(0x4e42444d41474943L, 0x49484156454F5054L, (short) 3));
      in.readInt();
      script.play(in, out);
    } catch (Exception _) { // the client went
    }
  }

  private static int option(DataInputStream in) throws IOException {
    in.readLong();
    int option = in.readInt();
    in.skipNBytes(in.readInt());
    return option;
  }

  private static byte[] reply(int option, int type, byte[] data) throws IOException {
    return ScriptedServer.bytes(0x3e889045565a9L, option, type, data.length, data);
  }

  @Test
  void aServerThatNeverComesToAnEndIsLeftWhenItsTimeIsOver() {
    Script script =
        (in, out) -> {
          out.write(reply(option(in), ACK, new byte[0]));
          byte[] one = reply(option(in), INFO, ScriptedServer.bytes((short) 77));
          ByteArrayOutputStream many = new ByteArrayOutputStream();
          for (int i = 0; i < 10_000; i++) {
            many.write(one);
          }
          while (true) {
            many.writeTo(out);
          }
        };
    assertThatThrownBy(() -> look("nbd", script))
        .hasMessageContaining("ETIMEDOUT (110): the server did not answer in time");
  }

  @Test
  void whatAServerSaysForgesNoLinesAndSteersNoTerminal() {
    String said = "no\u0085INFO forged\u2028\u009b31mred\u202eback\r\n\u001b[2J";
    Script script =
        (in, out) -> {
          out.write(reply(option(in), ACK, new byte[0]));
          out.write(reply(option(in), ERR_POLICY, said.getBytes(StandardCharsets.UTF_8)));
          in.readAllBytes();
        };
    assertThatThrownBy(() -> look("nbd", script))
        .hasMessageContaining("its policy forbids it (\"no")
        .satisfies(
            e ->
                assertThat(e.getMessage().codePoints())
                    .noneMatch(Character::isISOControl)
                    .doesNotContain(0x2028, 0x202e));
  }
}
