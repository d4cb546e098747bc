package io.loadstone.itests.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The control endpoint of an agent, as its file in the data folder tells it to anybody's program.
 */
final class Endpoint {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(BOUND).build();

  private final Properties file = new Properties();

  Endpoint(Path path) {
    try (Reader in = Files.newBufferedReader(path)) {
      file.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String property(String name) {
    return file.getProperty(name, "");
  }

  /** Reads all attributes of an MBean. */
  JsonNode read(String mbean) {
    ObjectNode body = JSON.createObjectNode().put("type", "read").put("mbean", mbean);
    return Result.parse(post(body.toString(), property("user"), property("token")).body());
  }

  /** Calls an operation of the agent, much faster than the command line does. */
  String exec(String operation, String argument) {
    ObjectNode body = JSON.createObjectNode();
    body.put("type", "exec").put("mbean", "io.loadstone:type=Agent").put("operation", operation);
    body.putArray("arguments").add(argument);
    String answer = post(body.toString(), property("user"), property("token")).body();
    return Result.parse(answer).path("value").asText();
  }

  /** Posts a request of Jolokia's protocol, signed in as this user, or not at all. */
  HttpResponse<String> post(String body, @Nullable String user, @Nullable String secret) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(property("url")))
            .timeout(BOUND)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (user != null) {
      byte[] credentials = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
