package io.loadstone.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Web pages are kept out, by Origin, by the browser's remarks and by Host. */
class DoorsTest {
  private static final String LISTED = "https://lab.example:8443";

  @TempDir Path folder;
  private Started started;

  @BeforeEach
  void start() throws Exception {
    started = new Started(folder, LISTED);
  }

  @AfterEach
  void stop() {
    started.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "null",
        "https://lab.example",
        "http://127.0.0.1:8778",
        "https://lab.example:8443.evil.example"
      })
  void refusesAnOriginThatIsNotListed(String origin) throws Exception {
    HttpResponse<String> answer =
        started.send(started.signedIn("version").header("Origin", origin));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("\"refused\":\"origin\"");
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void letsAListedOriginInAndSaysSoOnErrorsToo() throws Exception {
    HttpResponse<String> fine = started.send(started.signedIn("version").header("Origin", LISTED));
    assertThat(fine.statusCode()).isEqualTo(200);
    assertThat(fine.headers().firstValue("Access-Control-Allow-Origin")).hasValue(LISTED);
    HttpResponse<String> wrong =
        started.send(
            started
                .request("version")
                .header("Origin", LISTED)
                .header("Authorization", Started.basic("admin", "wrong")));
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.headers().firstValue("Access-Control-Allow-Origin")).hasValue(LISTED);
  }

  @Test
  void letsItsOwnOriginInUnderTheHostThatItWasCalledBy() throws Exception {
    String own = "http://127.0.0.1:" + started.port();
    assertThat(started.send(started.signedIn("version").header("Origin", own)).statusCode())
        .isEqualTo(200);
    String other = "http://localhost:" + started.port();
    assertThat(started.send(started.signedIn("version").header("Origin", other)).statusCode())
        .isEqualTo(403);
    assertThat(rawGet("Host: evil.example\r\nOrigin: http://evil.example"))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void answersThePreflightOfAListedOriginOnly() throws Exception {
    HttpResponse<String> fine = preflight(LISTED);
    assertThat(fine.statusCode()).isEqualTo(204);
    assertThat(fine.headers().firstValue("Access-Control-Allow-Headers"))
        .hasValue("authorization, content-type");
    HttpResponse<String> foreign = preflight("http://evil.example");
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(foreign.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void refusesWhatABrowserSaysComesFromAnotherSite() throws Exception {
    for (String site : new String[] {"cross-site", "same-site"}) {
      HttpResponse<String> answer =
          started.send(started.signedIn("version").header("Sec-Fetch-Site", site));
      assertThat(answer.statusCode()).isEqualTo(403);
    }
    assertThat(
            started.send(started.signedIn("version").header("Sec-Fetch-Site", "none")).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example",
        "Host: 127.0.0.1.evil.example:8778",
        "Host: localhost@evil.example",
        "Host: ",
        "X-None: 1",
        "Host: localhost\r\nHost: evil.example"
      })
  void refusesAHostThatIsNotThisAgent(String header) throws Exception {
    assertThat(rawGet(header)).startsWith("HTTP/1.1 403").contains("\"refused\":\"host\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost",
        "Host: LOCALHOST:1",
        "Host: 127.0.0.1:8778",
        "Host: [::1]:8778",
        "Host: lab-agent.example:80",
        "Host: other.example"
      })
  void takesAHostThatIsThisAgent(String header) throws Exception {
    assertThat(rawGet(header)).startsWith("HTTP/1.1 200");
  }

  private HttpResponse<String> preflight(String origin) throws Exception {
    return started.send(
        started
            .request("version")
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "POST"));
  }

  private String rawGet(String header) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), started.port())) {
      socket.setSoTimeout(30_000);
      String request =
          "GET /jolokia/version HTTP/1.1\r\n"
              + header
              + "\r\nAuthorization: "
              + Started.basic("local", started.token())
              + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
