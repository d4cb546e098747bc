package io.loadstone.itests.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.RunMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The agent of this JVM, over JMX and HTTP. */
final class Control {
  static final Duration BOUND = Duration.ofSeconds(30);

  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  private Control() {}

  static AgentMXBean agent() {
    return JMX.newMXBeanProxy(MBEANS, name(AgentMXBean.OBJECT_NAME), AgentMXBean.class);
  }

  static RunMXBean run(String id) {
    return JMX.newMXBeanProxy(MBEANS, runName(id), RunMXBean.class);
  }

  static ObjectName runName(String id) {
    return name("io.loadstone:type=Run,id=" + ObjectName.quote(id));
  }

  static Set<ObjectName> query(String pattern) {
    return MBEANS.queryNames(name(pattern), null);
  }

  static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException e) {
      throw new AssertionError(text, e);
    }
  }

  static void awaitState(String id, String state) {
    await("state of run " + id).atMost(BOUND).until(() -> run(id).getState(), state::equals);
  }

  static Set<String> profiles() {
    return agent().getProfiles().stream()
        .map(AgentMXBean.ProfileRow::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  static List<AgentMXBean.PluginRow> plugins(String symbolicName) {
    return agent().getPlugins().stream().filter(row -> row.name().equals(symbolicName)).toList();
  }

  static Path place(String name) {
    return Path.of(System.getProperty("loadstone." + name));
  }

  /** Posts to Jolokia; signed in with the token of the endpoint's file, or not at all. */
  static HttpResponse<String> post(String body, boolean signedIn)
      throws IOException, InterruptedException {
    Properties endpoint = new Properties();
    Path file = place("data").resolve("control").resolve("endpoint");
    await("the endpoint").atMost(BOUND).until(() -> Files.exists(file));
    try (var in = Files.newBufferedReader(file)) {
      endpoint.load(in);
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.getProperty("url")))
            .timeout(BOUND)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (signedIn) {
      String credentials = endpoint.getProperty("user") + ":" + endpoint.getProperty("token");
      byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.body()).doesNotContain("\tat ");
      return answer;
    }
  }
}
