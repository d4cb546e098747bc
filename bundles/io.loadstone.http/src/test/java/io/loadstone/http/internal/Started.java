package io.loadstone.http.internal;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** An endpoint that was started on a free port, with a client. */
final class Started implements AutoCloseable {
  final Path dataFolder;
  final AdminPassword admin;
  final HttpEndpoint endpoint;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Started(Path dataFolder, String... origins) throws IOException {
    this.dataFolder = dataFolder;
    admin = new AdminPassword(dataFolder);
    endpoint =
        new HttpEndpoint(
            config("127.0.0.1", "0", origins), null, dataFolder, admin, Duration.ofMillis(20));
  }

  static EndpointConfig config(String host, String port, String... origins) {
    Map<String, Object> values =
        Map.of(
            "host",
            host,
            "port",
            port,
            "hostNames",
            new String[] {"lab-agent.example, other.example"},
            "allowedOrigins",
            origins);
    return (EndpointConfig)
        Proxy.newProxyInstance(
            EndpointConfig.class.getClassLoader(),
            new Class<?>[] {EndpointConfig.class},
            (_, method, _) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
  }

  Map<String, String> endpointFile() throws IOException {
    Map<String, String> lines = new HashMap<>();
    for (String line : Files.readAllLines(dataFolder.resolve("control/endpoint"))) {
      int equals = line.indexOf('=');
      lines.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return lines;
  }

  String token() throws IOException {
    return endpointFile().get("token");
  }

  int port() {
    return URI.create(endpoint.url()).getPort();
  }

  static String basic(String user, String secret) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + secret).getBytes(StandardCharsets.UTF_8));
  }

  /** A request with the token of the local user. */
  HttpRequest.Builder signedIn(String path) throws IOException {
    return request(path).header("Authorization", basic("local", token()));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(endpoint.url()).resolve(path))
        .timeout(Duration.ofSeconds(30));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(signedIn(path));
  }

  HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(signedIn("").POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    endpoint.stop();
    client.close();
  }
}
