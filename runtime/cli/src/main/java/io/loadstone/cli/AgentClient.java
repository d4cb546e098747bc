package io.loadstone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.LoggingMXBean;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/** Reads and calls the agent's MBeans over Jolokia. */
final class AgentClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT_BOUND = Duration.ofSeconds(5);
  // Exporting the histograms of a long run takes its time.
  private static final Duration ANSWER_BOUND = Duration.ofMinutes(5);
  // A sign of life comes at once, or the agent hangs.
  private static final Duration SIGN_BOUND = Duration.ofSeconds(10);
  // How often is looked whether whoever is to answer was stopped meanwhile.
  private static final long LOOK_MS = 500;
  // Jolokia puts the class of the exception before its message.
  private static final Pattern CLASS_NAME = Pattern.compile("^(?:[\\w$]+\\.)+[\\w$]+ : ");
  private static final int NOT_FOUND = 404;
  // What may be asked twice, as it changes nothing.
  private static final Set<String> ONLY_TELL =
      Set.of("runs", "result", "intervals", "export", "planOf", "previewWith");
  private static final Duration REPEAT_BOUND = Duration.ofSeconds(60);
  private static final long PAUSE_MS = 500;

  private final Endpoint endpoint;
  private final long pid;
  private final Duration signBound;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_BOUND)
          .build();

  /** The agent behind an endpoint, in the process {@code pid}. */
  AgentClient(Endpoint endpoint, long pid) {
    this(endpoint, pid, SIGN_BOUND);
  }

  /**
   * The same.
   *
   * @param signBound how long a sign of life is waited for
   */
  AgentClient(Endpoint endpoint, long pid, Duration signBound) {
    this.endpoint = endpoint;
    this.pid = pid;
    this.signBound = signBound;
  }

  /**
   * Fails if the agent gives no sign of life; what it is asked afterwards may take its time. The
   * question is one that Jolokia answers by itself.
   */
  AgentClient alive() {
    send(JSON.createObjectNode().put("type", "version"), signBound);
    return this;
  }

  /** Calls an operation of the agent and gives its answer. */
  JsonNode call(String operation, String... arguments) {
    return exec(AgentMXBean.OBJECT_NAME, operation, arguments);
  }

  /** Calls an operation of the agent whose answer is a text. */
  String text(String operation, String... arguments) {
    return call(operation, arguments).asText();
  }

  /** The loggers that have a level of their own, with it. */
  JsonNode levels() {
    ObjectNode request = request("read", LoggingMXBean.OBJECT_NAME);
    request.put("attribute", "Levels");
    return answer(send(request), request);
  }

  /** The level that holds for a logger. */
  String level(String logger) {
    return exec(LoggingMXBean.OBJECT_NAME, "level", logger).asText();
  }

  /** Sets a logger's level; an empty one makes it inherit. */
  void setLevel(String logger, String level) {
    exec(LoggingMXBean.OBJECT_NAME, "setLevel", logger, level);
  }

  /** An attribute of the agent. */
  JsonNode attribute(String name) {
    ObjectNode request = request("read", AgentMXBean.OBJECT_NAME);
    request.put("attribute", name);
    return answer(send(request), request);
  }

  /** What targets of a kind are here or allowed, a sentence each. */
  JsonNode listing(String scheme) {
    ObjectNode request =
        request("read", "io.loadstone:type=Target,name=" + ObjectName.quote(scheme));
    request.put("attribute", "Listing");
    return answer(send(request), request);
  }

  /** All attributes of the agent. */
  JsonNode attributes() {
    ObjectNode request = request("read", AgentMXBean.OBJECT_NAME);
    return answer(send(request), request);
  }

  /**
   * All attributes of a run.
   *
   * @return empty if the run has no MBean: it is unknown, or ended long ago
   */
  Optional<JsonNode> run(String id) {
    ObjectNode request = request("read", runName(id));
    JsonNode answer = send(request);
    if (answer.path("status").asInt() == NOT_FOUND) {
      return Optional.empty();
    }
    return Optional.of(answer(answer, request));
  }

  /** Changes set points of a run: one {@code key=value} a line. */
  void changeRun(String id, String changes) {
    if (run(id).isEmpty()) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT,
          "run '%s' is unknown or ended long ago; `loadstone runs` lists them".formatted(id));
    }
    exec(runName(id), "change", changes);
  }

  private static String runName(String id) {
    return "io.loadstone:type=Run,id=" + ObjectName.quote(id);
  }

  private JsonNode exec(String mbean, String operation, String... arguments) {
    ObjectNode request = request("exec", mbean);
    request.put("operation", operation);
    ArrayNode values = request.putArray("arguments");
    for (String argument : arguments) {
      values.add(argument);
    }
    return answer(send(request), request);
  }

  private static ObjectNode request(String type, String mbean) {
    return JSON.createObjectNode().put("type", type).put("mbean", mbean);
  }

  private JsonNode send(ObjectNode body) {
    return send(body, ANSWER_BOUND);
  }

  private JsonNode send(ObjectNode body, Duration bound) {
    String credentials = endpoint.user() + ":" + endpoint.token();
    try {
      HttpRequest request =
          HttpRequest.newBuilder(endpoint.url())
              .timeout(bound)
              .header("Content-Type", "application/json")
              .header(
                  "Authorization",
                  "Basic "
                      + Base64.getEncoder()
                          .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
              .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build();
      return parsed(answered(request, onlyAsks(body)));
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "the agent with pid %d does not answer at %s: %s"
              .formatted(pid, endpoint.url(), reason(e, bound)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException(ExitStatus.FAILED, "interrupted", e);
    }
  }

  private static boolean onlyAsks(JsonNode body) {
    return !body.path("type").asText().equals("exec")
        || ONLY_TELL.contains(body.path("operation").asText());
  }

  // An agent whose load leaves its own server no processor cuts connections for being slow. That is
  // no end of a run that is being watched.
  private HttpResponse<String> answered(HttpRequest request, boolean again)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    while (true) {
      try {
        return awaited(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
      } catch (ConnectException | HttpTimeoutException e) {
        throw e;
      } catch (IOException e) {
        if (!again || System.nanoTime() - began > REPEAT_BOUND.toNanos()) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    }
  }

  // The kernel takes requests for a process that was stopped, which then answers none.
  private HttpResponse<String> awaited(CompletableFuture<HttpResponse<String>> answer)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return answer.get(LOOK_MS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException _) {
        HaltedProcess.refuse(pid);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
      }
    }
  }

  private JsonNode parsed(HttpResponse<String> response) {
    if (response.statusCode() == 401 || response.statusCode() == 403) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "the agent at %s does not accept the token of its endpoint file (HTTP %d)"
              .formatted(endpoint.url(), response.statusCode()));
    }
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "what answers at %s is no Loadstone agent (HTTP %d)"
              .formatted(endpoint.url(), response.statusCode()),
          e);
    }
  }

  private static JsonNode answer(JsonNode answer, ObjectNode request) {
    if (answer.path("status").asInt() == 200) {
      return answer.path("value");
    }
    String type = answer.path("error_type").asText();
    if (type.equals("javax.management.InstanceNotFoundException")) {
      throw new CommandFailedException(
          ExitStatus.FAILED,
          "the agent has no MBean %s: it is just starting or ending, or a part of it did not come up; its log says which"
              .formatted(request.path("mbean").asText()));
    }
    String message = CLASS_NAME.matcher(answer.path("error").asText()).replaceFirst("").strip();
    if (message.isEmpty()) {
      message = "the agent refused %s %s".formatted(request.get("type"), request.get("mbean"));
    }
    throw new CommandFailedException(
        switch (type) {
          case "java.lang.IllegalArgumentException" -> ExitStatus.BAD_INPUT;
          case "java.lang.SecurityException" -> ExitStatus.REFUSED;
          default -> ExitStatus.FAILED;
        },
        message);
  }

  private String reason(IOException e, Duration bound) {
    if (e instanceof ConnectException) {
      return "nothing listens there any more. It was stopped, which ends its runs as stopped and keeps their results, or was killed, and"
          + " the next start marks its run as interrupted; `loadstone show` tells after a start";
    }
    if (e instanceof HttpTimeoutException) {
      return "it took longer than %d s; it hangs, or its machine is too busy; `kill -9 %d` ends it, and its run is marked as interrupted at the next start"
          .formatted(bound.toSeconds(), pid);
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
