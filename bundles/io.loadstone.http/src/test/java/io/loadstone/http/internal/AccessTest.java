package io.loadstone.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.assertj.core.api.Assertions;
import org.jolokia.json.JSONObject;
import org.jolokia.json.parser.JSONParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be touched by somebody who is signed in, and what may not. */
class AccessTest {
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();
  private static final String PROBE = "io.loadstone:type=Probe";

  @TempDir Path folder;
  private final Probe probe = new Probe();
  private Started started;

  @BeforeEach
  void start() throws Exception {
    MBEANS.registerMBean(probe, new ObjectName(PROBE));
    MBEANS.registerMBean(new Probe(), new ObjectName("io.loadstonex:type=Probe"));
    started = new Started(folder);
  }

  @AfterEach
  void stop() throws Exception {
    started.close();
    MBEANS.unregisterMBean(new ObjectName(PROBE));
    MBEANS.unregisterMBean(new ObjectName("io.loadstonex:type=Probe"));
  }

  @Test
  void readsAndExecutesOurOwn() throws Exception {
    assertThat(json(started.get("read/" + PROBE + "/Text"))).containsEntry("value", "as it was");
    assertThat(json(started.get("exec/" + PROBE + "/echo/hello")))
        .containsEntry("value", "echo hello");
    assertThat(
            json(
                started.post(
                    """
                    {"type":"exec","mbean":"io.loadstone:type=Probe","operation":"echo",
                     "arguments":["line 1\\nline 2: {ä}"]}""")))
        .containsEntry("value", "echo line 1\nline 2: {ä}")
        .containsEntry("status", 200L);
  }

  @Test
  void givesLongsAsTextIfAskedTo() throws Exception {
    assertThat(started.get("read/" + PROBE + "/Largest?serializeLong=string").body())
        .contains("\"9007199254740993\"");
    assertThat(started.get("read/" + PROBE + "/Largest").body()).contains(":9007199254740993");
  }

  @Test
  void readsFiguresOfTheJvm() throws Exception {
    assertThat(started.get("read/java.lang:type=Memory/HeapMemoryUsage").body())
        .contains("\"used\"");
    assertThat(json(started.get("version"))).containsEntry("status", 200L);
  }

  @ParameterizedTest
  @CsvSource({
    "'io.loadstone:type=Run,id=\"x\"', Rate, true",
    "'io.loadstone:type=Run,id=\"x\"', OutstandingPerWorker, true",
    "'io.loadstone:type=Run,id=\"x\"', ReadPercent, true",
    "'io.loadstone:type=Run,id=\"x\"', BlockSizeBytes, true",
    "'io.loadstone:type=Run,id=\"x\"', ThinkTimeNs, true",
    "'io.loadstone:type=Run,id=\"x\"', State, false",
    "'io.loadstone:type=Agent', Rate, false",
    "'io.loadstone.metrics:type=Run,id=\"x\"', Rate, false",
    "'java.lang:type=Memory', Verbose, false",
  })
  void writesOnlyTheSetPointsOfRuns(String name, String attribute, boolean allowed)
      throws Exception {
    assertThat(new AccessPolicy().isAttributeWriteAllowed(new ObjectName(name), attribute))
        .isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec/java.lang:type=Memory/gc",
        "write/java.lang:type=Memory/Verbose/true",
        "write/io.loadstone:type=Probe/Text/changed",
        "read/java.lang:type=Runtime/SystemProperties",
        "read/java.lang:type=Runtime/InputArguments",
        "read/io.loadstonex:type=Probe/Text",
        "exec/io.loadstonex:type=Probe/echo/x",
        "exec/com.sun.management:type=HotSpotDiagnostic/dumpHeap(java.lang.String,boolean)/!/tmp!/x/true",
        "exec/com.sun.management:type=HotSpotDiagnostic/setVMOption/HeapDumpPath/x",
        "exec/com.sun.management:type=DiagnosticCommand/vmSystemProperties",
        "read/com.sun.management:type=HotSpotDiagnostic",
        "exec/java.util.logging:type=Logging/setLoggerLevel/x/OFF",
        "read/java.util.logging:type=Logging",
        "read/JMImplementation:type=MBeanServerDelegate",
        "exec/JMImplementation:type=MBeanServerDelegate/x",
        "exec/javax.management.loading:type=MLet/getMBeansFromURL/http:!/!/127.0.0.1!/x",
        "read/osgi.core:type=framework"
      })
  void refusesEverythingElse(String path) throws Exception {
    JSONObject answer = json(started.get(path));
    assertThat(answer).as(answer.toString()).doesNotContainKeys("value", "stacktrace");
    assertThat(answer.get("status")).as(answer.toString()).isIn(403L, 404L);
    if (answer.get("status").equals(403L)) {
      assertThat(answer).as(answer.toString()).containsEntry("refused", "access");
    }
    assertThat(probe.getText()).isEqualTo("as it was");
  }

  @Test
  void hidesTheOthersFromListsSearchesAndPatterns() throws Exception {
    for (String path : new String[] {"list", "search/*:*", "list/com.sun.management"}) {
      assertThat(started.get(path).body())
          .as(path)
          .doesNotContain("HotSpotDiagnostic", "DiagnosticCommand", "JMImplementation", "jolokia:")
          .doesNotContain("loadstonex");
    }
    assertThat(started.get("search/*:*").body())
        .contains("io.loadstone:type=Probe", "java.lang:type=Memory");
    assertThat(started.get("list").body()).contains("io.loadstone", "echo");
  }

  @Test
  void callsNoOtherJvm() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "service:jmx:rmi:///jndi/ldap://127.0.0.1:" + other.getLocalPort() + "/x";
      String request =
          "{\"type\":\"read\",\"mbean\":\"java.lang:type=Memory\",\"target\":{\"url\":\""
              + url
              + "\"}}";
      for (String body :
          new String[] {request, "[" + request + "]", request.replace("target", "tar\\u0067et")}) {
        HttpResponse<String> answer = started.post(body);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(json(answer)).containsEntry("refused", "proxy");
      }
      other.setSoTimeout(300);
      Assertions.assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void answersJsonWhateverTypeIsAskedFor() throws Exception {
    HttpResponse<String> answer =
        started.get("read/%3Cscript%3Ealert(1)%3C!/script%3E:x=y?mimeType=text/html&callback=f");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("application/json; charset=utf-8");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.body()).startsWith("{");
  }

  @Test
  void whatIsNotThereIsToldInASentence() throws Exception {
    assertThat(json(started.get("read/io.loadstone:type=Run,id=nobody")))
        .containsEntry("status", 404L)
        .containsEntry("error_type", "javax.management.InstanceNotFoundException")
        .containsEntry(
            "message",
            "There is no MBean io.loadstone:id=nobody,type=Run; `search/io.loadstone:*` lists those"
                + " that are. A run's name needs quotes: io.loadstone:type=Run,id=\"ID\", in a URL"
                + " id=%22ID%22.");
    assertThat(json(started.get("read/io.loadstone:type=Probe/Nosuch")))
        .containsEntry("status", 404L)
        .containsEntry("error_type", "javax.management.AttributeNotFoundException")
        .containsEntry(
            "message",
            "There is no attribute Nosuch on io.loadstone:type=Probe; `list` has those that are.");
    assertThat(json(started.get("exec/io.loadstone:type=Probe/nosuch")))
        .containsEntry("error_type", "java.lang.NoSuchMethodException")
        .containsEntry(
            "message",
            "There is no operation nosuch on io.loadstone:type=Probe; `list` has those that are.");
  }

  @Test
  void tellsAnErrorAsOneSentenceAndNeverAsAStackTrace() throws Exception {
    for (String kind : new String[] {"argument", "security", "state"}) {
      HttpResponse<String> answer =
          started.post(
              """
              {"type":"exec","mbean":"io.loadstone:type=Probe","operation":"failWith",
               "arguments":["%s","What is wrong."],"config":{"includeStackTrace":"true","serializeException":"true"}}"""
                  .formatted(kind));
      JSONObject json = json(answer);
      assertThat(json)
          .containsEntry("message", "What is wrong.")
          .doesNotContainKeys("stacktrace", "error_value");
      assertThat(json.get("refused")).as(kind).isNull();
      assertThat(String.valueOf(json.get("error_type")))
          .isEqualTo(
              switch (kind) {
                case "argument" -> "java.lang.IllegalArgumentException";
                case "security" -> "java.lang.SecurityException";
                default -> "java.lang.IllegalStateException";
              });
      assertThat(answer.body()).doesNotContain("Probe.java");
    }
  }

  @Test
  void refusesABodyThatIsTooLarge() throws Exception {
    HttpResponse<String> answer =
        started.post("{\"type\":\"" + "x".repeat(ControlHandler.MOST_BYTES) + "\"}");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(json(answer)).containsEntry("refused", "too-large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no JSON", "{", "[1,2]", "{\"type\":\"nonsense\"}", "null", "\"target\""})
  void survivesABodyThatIsNoRequest(String body) throws Exception {
    HttpResponse<String> answer = started.post(body);
    assertThat(answer.body()).contains("\"message\"").doesNotContain("stacktrace");
    assertThat(json(started.get("version"))).containsEntry("status", 200L);
  }

  @Test
  void survivesABodyNestedWithoutEnd() throws Exception {
    HttpResponse<String> answer = started.post("[".repeat(1 << 20));
    assertThat(answer.body()).contains("\"message\"");
    assertThat(json(started.get("version"))).containsEntry("status", 200L);
  }

  @Test
  void knowsOnlyGetAndPostAndOnePath() throws Exception {
    HttpResponse<String> put =
        started.send(started.signedIn("version").PUT(HttpRequest.BodyPublishers.ofString("{}")));
    assertThat(put.statusCode()).isEqualTo(405);
    assertThat(json(put)).containsEntry("refused", "method");
    HttpResponse<String> elsewhere = started.get("/jolokiax/version");
    assertThat(elsewhere.statusCode()).isEqualTo(404);
    assertThat(json(elsewhere)).containsEntry("refused", "not-found");
  }

  private static JSONObject json(HttpResponse<String> answer) throws Exception {
    return new JSONParser().parse(answer.body(), JSONObject.class);
  }
}
