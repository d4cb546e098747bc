package io.loadstone.http.internal;

import io.loadstone.http.internal.LocalMBeans.RefusedByMBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jolokia.json.JSONStructure;
import org.jolokia.json.parser.JSONParser;
import org.jolokia.json.parser.ParseException;
import org.jolokia.server.core.config.ConfigKey;
import org.jolokia.server.core.config.StaticConfiguration;
import org.jolokia.server.core.http.HttpRequestHandler;
import org.jolokia.server.core.request.BadRequestException;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.service.JolokiaServiceManagerFactory;
import org.jolokia.server.core.service.api.JolokiaServiceManager;
import org.jolokia.service.serializer.JolokiaSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Jolokia's protocol on the MBeans of this JVM. Only the parts that are named here are there: no
 * proxy to other JVMs, no discovery, no notifications, no history.
 */
final class Jolokia {
  private static final String IN_A_URL =
      "A URL goes on after /jolokia/ with read/MBEAN/ATTRIBUTE, write/MBEAN/ATTRIBUTE/VALUE,"
          + " exec/MBEAN/OPERATION/ARGUMENT, search/PATTERN, list or version,"
          + " such as read/io.loadstone:type=Agent/Health.";

  private final JolokiaServiceManager manager;
  private final HttpRequestHandler requests;

  Jolokia() {
    manager =
        JolokiaServiceManagerFactory.createJolokiaServiceManager(
            new StaticConfiguration(
                ConfigKey.AGENT_ID,
                "loadstone",
                ConfigKey.AGENT_TYPE,
                "loadstone",
                ConfigKey.INCLUDE_STACKTRACE,
                "false",
                ConfigKey.CANONICAL_NAMING,
                "true",
                ConfigKey.DISABLE_DETECTORS,
                "true"),
            new JolokiaLog(),
            new AccessPolicy());
    manager.addService(new LocalMBeans());
    manager.addService(new JolokiaSerializer(1, true));
    // Jolokia finds its command handlers by the thread's class loader, which is not ours in OSGi.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Jolokia.class.getClassLoader());
    try {
      requests = new HttpRequestHandler(manager.start());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  void stop() {
    manager.stop();
  }

  /**
   * Answers a GET.
   *
   * @param path what follows {@code /jolokia/}, decoded
   */
  JSONStructure get(String uri, String path, Map<String, String[]> parameters) {
    try {
      return clean(requests.handleGetRequest(uri, path, parameters));
    } catch (SecurityException e) {
      return clean(requests.handleThrowable(e));
    } catch (BadRequestException | EmptyResponseException | RuntimeException e) {
      return problem(null, "\"" + path + "\" can't be done: " + e.getMessage() + ". " + IN_A_URL);
    }
  }

  /**
   * Answers one posted request, or each of a list.
   *
   * @param body parsed
   */
  JSONStructure post(String uri, JSONStructure body, Map<String, String[]> parameters)
      throws IOException {
    if (!(body instanceof JSONArray list)) {
      return answer(uri, body, parameters);
    }
    JSONArray answers = new JSONArray(list.size());
    for (Object request : list) {
      answers.add(answer(uri, request, parameters));
    }
    return answers;
  }

  // One by one, so that a request that can't be read costs the others of its list nothing.
  private JSONStructure answer(String uri, Object request, Map<String, String[]> parameters)
      throws IOException {
    Optional<String> problem = RequestCheck.problem(request);
    if (problem.isPresent()) {
      return problem(request, problem.get());
    }
    byte[] text = ((JSONObject) request).toJSONString().getBytes(StandardCharsets.UTF_8);
    try {
      return clean(
          requests.handlePostRequest(uri, new ByteArrayInputStream(text), "UTF-8", parameters));
    } catch (SecurityException e) {
      return clean(requests.handleThrowable(e));
    } catch (BadRequestException | EmptyResponseException | RuntimeException e) {
      return problem(request, "The request can't be done: " + e.getMessage() + ".");
    }
  }

  private static JSONObject problem(@Nullable Object request, String message) {
    JSONObject answer = new JSONObject();
    if (request != null) {
      answer.put("request", request);
    }
    answer.put("error_type", IllegalArgumentException.class.getName());
    answer.put("error", message);
    answer.put("message", message);
    answer.put("status", 400);
    return answer;
  }

  /** Reads the body of a POST; empty if it is neither an object nor a list in JSON. */
  static Optional<JSONStructure> parsed(byte[] body) throws IOException {
    try {
      Object parsed = new JSONParser().parse(new String(body, StandardCharsets.UTF_8));
      return parsed instanceof JSONStructure structure && !structure.equals(new JSONArray())
          ? Optional.of(structure)
          : Optional.empty();
    } catch (ParseException | RuntimeException _) { // the parser throws both
      return Optional.empty();
    }
  }

  /** Whether a request, or one of several, is meant for another JVM. */
  static boolean namesTarget(JSONStructure body) {
    List<?> requests = body instanceof JSONArray array ? array : List.of(body);
    return requests.stream()
        .anyMatch(request -> request instanceof JSONObject one && one.containsKey("target"));
  }

  // A client may ask Jolokia for stack traces; nobody gets one. The message without the name of its
  // class is what people should see, and a refusal of the access policy says that it is one.
  private static JSONStructure clean(JSONStructure answer) {
    List<?> answers = answer instanceof JSONArray array ? array : List.of(answer);
    for (Object each : answers) {
      if (each instanceof JSONObject one && one.containsKey("error")) {
        cleanError(one);
      }
    }
    return answer;
  }

  private static void cleanError(JSONObject error) {
    error.remove("stacktrace");
    error.remove("error_value");
    String text = String.valueOf(error.get("error"));
    String prefix = error.get("error_type") + " : ";
    String message = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    error.put("message", message);
    if (RefusedByMBean.class.getName().equals(error.get("error_type"))) {
      error.remove("error_type_jmx");
      error.put("error_type", SecurityException.class.getName());
      error.put("error", SecurityException.class.getName() + " : " + message);
      error.put("status", 403);
    } else if (Integer.valueOf(403).equals(error.get("status"))) {
      error.put("refused", "access");
    }
  }
}
