package io.loadstone.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Start, stop, and what keeps it from starting. */
class HttpEndpointTest {
  @TempDir Path folder;

  @Test
  void tellsABusyPortInOneSentenceAndForgetsItAtTheNextSuccess() throws Exception {
    AdminPassword admin = new AdminPassword(folder);
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      assertThatThrownBy(() -> start("127.0.0.1", String.valueOf(port), admin))
          .isInstanceOf(IllegalStateException.class)
          .hasNoCause()
          .hasMessageContaining("127.0.0.1 port " + port)
          .hasMessageContaining("--port");
      assertThat(Files.readString(folder.resolve("control/failure")))
          .contains("port " + port, "io.loadstone.http.cfg")
          .hasLineCount(1);
      assertThat(folder.resolve("control/endpoint")).doesNotExist();
    }
    try (Started _ = new Started(folder)) {
      assertThat(folder.resolve("control/failure")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0, without TLS",
    "::, 0, without TLS",
    "no.such.host.invalid, 0, no address of this machine",
    "127.0.0.1, 70000, no TCP port",
    "127.0.0.1, -1, no TCP port",
    "127.0.0.1, http, no TCP port"
  })
  void refusesBadSettingsInOneSentence(String host, String port, String reason) throws Exception {
    AdminPassword admin = new AdminPassword(folder);
    assertThatThrownBy(() -> start(host, port, admin))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("io.loadstone.http.cfg");
    assertThat(Files.readString(folder.resolve("control/failure"))).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({"*", "lab.example", "https://lab.example/path", "'https://a b'"})
  void refusesAnOriginThatIsNone(String origin) throws Exception {
    assertThatThrownBy(() -> EndpointSettings.of(Started.config("127.0.0.1", "0", origin), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no origin; allowed: scheme://host");
  }

  @Test
  void knowsItsIpv6AddressInBothForms() {
    EndpointSettings settings = EndpointSettings.of(Started.config("::1", "0"), null);
    assertThat(settings.hosts()).contains("[::1]", "[0:0:0:0:0:0:0:1]", "localhost");
  }

  @Test
  void thePortOfTheCommandLineBeatsTheConfiguration() {
    assertThat(EndpointSettings.of(Started.config("::1", "1"), "4711").address().getPort())
        .isEqualTo(4711);
    assertThat(EndpointSettings.of(Started.config("127.0.0.1", "1"), " ").address().getPort())
        .isEqualTo(1);
  }

  @Test
  void stopsInBoundedTimeThoughClientsHoldConnections() throws Exception {
    Started started = new Started(folder);
    try (Socket idle = connect(started);
        Socket halfAHeader = connect(started);
        Socket halfABody = connect(started)) {
      send(halfAHeader, "GET /jolokia/version HTTP/1.1\r\nHost: loc");
      send(
          halfABody,
          "POST /jolokia/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nAuthorization: "
              + Started.basic("local", started.token())
              + "\r\n\r\n{");
      started.get("version");
      long begin = System.nanoTime();
      started.endpoint.stop();
      // One second for last answers; the rest is for a machine that is busy with other things.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      assertThat(idle.isConnected()).isTrue();
    }
    started.endpoint.stop();
    started.close();
    assertThat(folder.resolve("control/endpoint")).doesNotExist();
  }

  @Test
  void leavesNothingBehindWhenItIsStartedAgainAndAgain() throws Exception {
    try (Started _ = new Started(folder)) {
      // The first one loads what stays.
    }
    int mbeans = ManagementFactory.getPlatformMBeanServer().getMBeanCount();
    for (int i = 0; i < 20; i++) {
      try (Started started = new Started(folder)) {
        assertThat(started.get("version").statusCode()).isEqualTo(200);
      }
    }
    assertThat(ManagementFactory.getPlatformMBeanServer().getMBeanCount()).isEqualTo(mbeans);
  }

  @Test
  void leavesTheEndpointFileOfALaterEndpointAlone() throws Exception {
    AdminPassword admin = new AdminPassword(folder);
    HttpEndpoint first = start("127.0.0.1", "0", admin);
    HttpEndpoint second = start("127.0.0.1", "0", admin);
    first.stop();
    assertThat(folder.resolve("control/endpoint")).content().contains(second.url());
    second.stop();
    assertThat(folder.resolve("control/endpoint")).doesNotExist();
  }

  // The limit is set to 2 s for tests, in the pom.
  @Test
  @Timeout(60)
  void cutsSlowSendersOffAndAnswersOthersMeanwhile() throws Exception {
    try (Started started = new Started(folder)) {
      List<Socket> slow = new ArrayList<>();
      try {
        for (int i = 0; i < 40; i++) {
          Socket socket = connect(started);
          slow.add(socket);
          send(
              socket,
              i % 2 == 0
                  ? "GET /jolokia/ver"
                  : "POST /jolokia/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nX: ");
        }
        assertThat(started.get("version").statusCode()).isEqualTo(200);
        for (Socket socket : slow) {
          socket.setSoTimeout(30_000);
          readToTheEnd(socket);
        }
      } finally {
        for (Socket socket : slow) {
          socket.close();
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void halfSentRequestsOnAllConnectionsHoldNobodyUpForLong() throws Exception {
    List<Socket> all = new ArrayList<>();
    try (Started started = new Started(folder)) {
      for (int i = 0; i < 256; i++) {
        Socket socket = connect(started);
        all.add(socket);
        send(socket, "GET /jolokia/ver");
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions() // what is one too many is closed
          .until(() -> started.get("version").statusCode() == 200);
    } finally {
      for (Socket socket : all) {
        socket.close();
      }
    }
  }

  @Test
  void aChangeThatCannotBeTakenLeavesItWhereItIsAndIsToldUntilItIsMended() throws Exception {
    try (Started started = new Started(folder);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = started.endpoint.url();

      started.endpoint.change(Started.config("127.0.0.1", "99999"));
      assertThat(started.endpoint.problems())
          .singleElement()
          .asString()
          .contains("port=99999 in io.loadstone.http.cfg is no TCP port; allowed: 1 to 65535")
          .contains("stays at " + url);

      started.endpoint.change(Started.config("127.0.0.1", Integer.toString(taken.getLocalPort())));
      assertThat(started.endpoint.problems())
          .singleElement()
          .asString()
          .contains("can't listen on 127.0.0.1 port " + taken.getLocalPort());
      assertThat(started.get("version").statusCode()).isEqualTo(200);

      started.endpoint.change(Started.config("127.0.0.1", "0"));
      assertThat(started.endpoint.problems()).isEmpty();
      assertThat(started.endpoint.url()).isEqualTo(url);
    }
  }

  @Test
  void anotherAddressIsTakenAtOnceAndWrittenDown() throws Exception {
    try (Started started = new Started(folder)) {
      started.endpoint.change(Started.config("127.0.0.2", "0"));

      assertThat(started.endpoint.url()).startsWith("http://127.0.0.2:");
      assertThat(started.endpointFile()).containsEntry("url", started.endpoint.url());
      assertThat(started.get("version").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void isBounded() {
    ServerLimits.apply();
    assertThat(System.getProperty("jdk.httpserver.maxConnections")).isEqualTo("256");
    assertThat(System.getProperty("sun.net.httpserver.maxReqTime")).isEqualTo("2");
  }

  private HttpEndpoint start(String host, String port, AdminPassword admin) throws IOException {
    return new HttpEndpoint(Started.config(host, port), null, folder, admin, Duration.ZERO);
  }

  private static Socket connect(Started started) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), started.port());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  // Closed by the server, with a reset or without.
  private static void readToTheEnd(Socket socket) throws IOException {
    try {
      InputStream in = socket.getInputStream();
      in.readAllBytes();
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the server kept a slow sender", e);
    } catch (java.net.SocketException _) {
      // A reset is an end as well.
    }
  }
}
