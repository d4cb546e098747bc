package io.loadstone.http.internal;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jolokia.json.JSONObject;
import org.jolokia.json.JSONStructure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request after another through the checks and into Jolokia. Whatever is asked for, the answer
 * is JSON and says so.
 */
final class ControlHandler implements HttpHandler {
  /** Where Jolokia is. */
  static final String CONTEXT = "/jolokia";

  /** The largest body; a plan has room in it many times over. */
  static final int MOST_BYTES = 2 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ControlHandler.class);

  private static final Refusal NO_REQUEST =
      new Refusal(
          400,
          "request",
          "The body is no request: it must be JSON in UTF-8, an object such as %s or a list of such."
              .formatted(RequestCheck.EXAMPLE));

  private final Doors doors;
  private final SignIn signIn;
  private final Jolokia jolokia;

  ControlHandler(Doors doors, SignIn signIn, Jolokia jolokia) {
    this.doors = doors;
    this.signIn = signIn;
    this.jolokia = jolokia;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isPreflight(exchange)) {
        answerPreflight(exchange);
        return;
      }
      try {
        Optional<Refusal> refusal = check(exchange);
        if (refusal.isPresent()) {
          refuse(exchange, refusal.get());
        } else {
          answer(exchange);
        }
      } catch (RuntimeException | StackOverflowError e) {
        LOG.error("A request to {} failed.", exchange.getRequestURI().getPath(), e);
        refuse(
            exchange,
            new Refusal(500, "internal", "The agent failed at this request; its log says why."));
      }
    }
  }

  private Optional<Refusal> check(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    return doors
        .refuses(headers)
        .or(() -> refusesMethod(exchange.getRequestMethod()))
        .or(() -> signIn.refuses(headers.getFirst("Authorization")))
        .or(() -> refusesPath(exchange.getRequestURI().getPath()));
  }

  private static Optional<Refusal> refusesMethod(String method) {
    return method.equals("GET") || method.equals("POST")
        ? Optional.empty()
        : Optional.of(new Refusal(405, "method", "Only GET and POST are understood here."));
  }

  private static Optional<Refusal> refusesPath(String path) {
    return path.equals(CONTEXT) || path.startsWith(CONTEXT + "/")
        ? Optional.empty()
        : Optional.of(new Refusal(404, "not-found", "There is only " + CONTEXT + "/ here."));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String uri = exchange.getRequestURI().toString();
    Map<String, String[]> parameters = parameters(exchange.getRequestURI().getRawQuery());
    if (exchange.getRequestMethod().equals("GET")) {
      String path = exchange.getRequestURI().getPath().substring(CONTEXT.length());
      send(exchange, 200, jolokia.get(uri, path.replaceFirst("^/+", ""), parameters));
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      refuse(
          exchange,
          new Refusal(
              413, "too-large", "The request is larger than " + MOST_BYTES + " bytes (2 MiB)."));
      return;
    }
    Optional<JSONStructure> request = Jolokia.parsed(body);
    if (request.isEmpty()) {
      refuse(exchange, NO_REQUEST);
    } else if (Jolokia.namesTarget(request.get())) {
      refuse(
          exchange,
          new Refusal(
              403, "proxy", "This agent calls no other JVM; leave \"target\" out of the request."));
    } else {
      send(exchange, 200, jolokia.post(uri, request.get(), parameters));
    }
  }

  private void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
    JSONObject body = new JSONObject();
    body.put("status", refusal.status());
    body.put("refused", refusal.check());
    body.put("error", refusal.message());
    body.put("message", refusal.message());
    Headers headers = exchange.getResponseHeaders();
    if (refusal.status() == 401) {
      headers.set("WWW-Authenticate", "Basic realm=\"loadstone\", charset=\"UTF-8\"");
    } else if (refusal.status() == 429) {
      headers.set("Retry-After", "5");
    }
    send(exchange, refusal.status(), body);
  }

  private void send(HttpExchange exchange, int status, JSONStructure body) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json; charset=utf-8");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cache-Control", "no-store");
    allowOrigin(exchange);
    exchange.sendResponseHeaders(status, 0);
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8))) {
      body.writeJSONString(out);
    }
  }

  // Refusals carry it as well, or the browser shows an error of its own instead of the reason.
  private void allowOrigin(HttpExchange exchange) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Vary", "Origin");
    doors
        .allowedOrigin(exchange.getRequestHeaders())
        .ifPresent(
            origin -> {
              headers.set("Access-Control-Allow-Origin", origin);
              headers.set("Access-Control-Allow-Credentials", "true");
            });
  }

  private static boolean isPreflight(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("OPTIONS")
        && exchange.getRequestHeaders().containsKey("Origin");
  }

  // A browser asks before it sends a password, so this needs no sign-in.
  private void answerPreflight(HttpExchange exchange) throws IOException {
    Optional<Refusal> refusal = doors.refuses(exchange.getRequestHeaders());
    if (refusal.isPresent()) {
      refuse(exchange, refusal.get());
      return;
    }
    allowOrigin(exchange);
    Headers headers = exchange.getResponseHeaders();
    headers.set("Access-Control-Allow-Methods", "GET, POST");
    headers.set("Access-Control-Allow-Headers", "authorization, content-type");
    headers.set("Access-Control-Max-Age", "600");
    exchange.sendResponseHeaders(204, -1);
  }

  private static Map<String, String[]> parameters(@org.jspecify.annotations.Nullable String query) {
    Map<String, String[]> parameters = new HashMap<>();
    for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.merge(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
          new String[] {
            parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8)
          },
          ControlHandler::joined);
    }
    return parameters;
  }

  private static String[] joined(String[] first, String[] second) {
    String[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
