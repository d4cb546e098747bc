package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers as Jolokia does, from a script; a process of its own holds the lock as the agent does.
 */
final class FakeAgent implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Process lockHolder;
  private final Map<String, Deque<ObjectNode>> answers = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private int cuts;

  FakeAgent(Places places) throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/jolokia/", this::answer);
    server.start();
    Files.createDirectories(places.endpointFile().getParent());
    Files.writeString(
        places.endpointFile(),
        "url=http://127.0.0.1:%d/jolokia/%nuser=local%ntoken=t0ken%npid=1%npasswordShown=true%n"
            .formatted(server.getAddress().getPort()));
    lockHolder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of(FakeAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                LockHolder.class.getName(),
                places.lockFile().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    lockHolder.inputReader().readLine(); // it has the lock
    on("version", "{}");
  }

  /** Answers a call or a read with a value; the last answer stays, earlier ones are used up. */
  FakeAgent on(String what, String valueJson) throws IOException {
    return on(
        what, JSON.createObjectNode().put("status", 200).set("value", JSON.readTree(valueJson)));
  }

  /** Answers a call with a text. */
  FakeAgent onText(String what, String text) {
    return on(what, JSON.createObjectNode().put("status", 200).put("value", text));
  }

  /** Answers with an exception, as Jolokia tells it. */
  FakeAgent failing(String what, String type, String message) {
    return on(
        what,
        JSON.createObjectNode()
            .put("status", type.contains("InstanceNotFound") ? 404 : 400)
            .put("error_type", type)
            .put("error", type + " : " + message));
  }

  private FakeAgent on(String what, ObjectNode answer) {
    answers.computeIfAbsent(what, _ -> new ArrayDeque<>()).add(answer);
    return this;
  }

  /** Stops the process that is taken for the agent, as {@code kill -STOP} does. */
  void halt() throws Exception {
    new ProcessBuilder("kill", "-STOP", Long.toString(pid())).start().waitFor();
  }

  /** Of the process that is taken for the agent. */
  long pid() {
    return lockHolder.pid();
  }

  /** Cuts the connection instead of an answer to an operation, so many times. */
  synchronized FakeAgent cutting(int times) {
    cuts = times;
    return this;
  }

  /** Operations that were called, with their arguments as JSON. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String expected =
        "Basic "
            + Base64.getEncoder()
                .encodeToString("local:t0ken".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
      return;
    }
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    String what = key(request);
    if (cuts > 0 && request.path("type").asText().equals("exec")) {
      cuts--;
      exchange.close();
      return;
    }
    Deque<ObjectNode> script = answers.get(what);
    ObjectNode answer =
        script == null
            ? JSON.createObjectNode()
                .put("status", 404)
                .put("error_type", "javax.management.InstanceNotFoundException")
                .put("error", "javax.management.InstanceNotFoundException : " + what)
            : script.size() > 1 ? script.removeFirst() : script.getFirst();
    byte[] body = JSON.writeValueAsBytes(answer);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String key(JsonNode request) {
    if (request.path("type").asText().equals("version")) {
      return "version";
    }
    if (request.path("type").asText().equals("exec")) {
      calls.add(request.path("operation").asText() + request.path("arguments"));
      return request.path("operation").asText();
    }
    return request.has("attribute")
        ? request.path("attribute").asText()
        : request.path("mbean").asText();
  }

  @Override
  public void close() {
    server.stop(0);
    lockHolder.destroyForcibly().onExit().join();
  }
}
