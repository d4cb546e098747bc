package io.loadstone.http.internal;

import io.loadstone.http.internal.LocalMBeans.RefusedByMBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

/**
 * Jolokia's protocol on the MBeans of this JVM. Only the parts that are named here are there: no
 * proxy to other JVMs, no discovery, no notifications, no history.
 */
final class Jolokia {
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
    } catch (BadRequestException | EmptyResponseException | RuntimeException e) {
      return clean(requests.handleThrowable(e));
    }
  }

  /**
   * Answers a POST.
   *
   * @param body JSON in UTF-8
   */
  JSONStructure post(String uri, byte[] body, Map<String, String[]> parameters) throws IOException {
    try {
      return clean(
          requests.handlePostRequest(uri, new ByteArrayInputStream(body), "UTF-8", parameters));
    } catch (BadRequestException | EmptyResponseException | RuntimeException e) {
      return clean(requests.handleThrowable(e));
    }
  }

  /** Whether a request, or one of several, is meant for another JVM; false if it is no JSON. */
  static boolean namesTarget(byte[] body) throws IOException {
    Object parsed;
    try {
      parsed = new JSONParser().parse(new String(body, StandardCharsets.UTF_8));
    } catch (ParseException | IllegalStateException _) {
      return false; // Jolokia will say what is wrong with it.
    }
    List<?> requests =
        parsed instanceof JSONArray array ? array : Collections.singletonList(parsed);
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
