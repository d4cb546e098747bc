package io.loadstone.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.jolokia.json.parser.JSONParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody gets who is signed in and asks in a way that nobody understands. */
class RequestCheckTest {
  private static final String PROBE = "io.loadstone:type=Probe";
  // Nobody outside of this program can do anything with these.
  private static final String[] FOR_PROGRAMMERS = {
    "parser", "cast", "org.jolokia", "JSONObject", "\tat ", "POST requests"
  };

  @TempDir Path folder;
  private Started started;

  @BeforeEach
  void start() throws Exception {
    ManagementFactory.getPlatformMBeanServer().registerMBean(new Probe(), new ObjectName(PROBE));
    started = new Started(folder);
  }

  @AfterEach
  void stop() throws Exception {
    started.close();
    ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(PROBE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "hello", "{", "\"x\"", "7", "null", "[]", "[", "{\"type\":}", "{} {}"})
  void aBodyThatIsNoRequestIsAnsweredWithOneThatIs(String body) throws Exception {
    HttpResponse<String> answer = started.post(body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer)).containsEntry("refused", "request");
    assertThat(json(answer).get("message").toString()).contains(RequestCheck.EXAMPLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | \"type\" is missing; allowed: \"read\", \"write\", \"exec\", \"list\", \"search\", \"version\".",
        "{'type':'nope'} | \"type\" is \"nope\"; allowed: \"read\"",
        "{'type':1} | \"type\" is 1; allowed: \"read\"",
        "{'type':'notification','mbean':'a:b=c'} | \"type\" is \"notification\"; allowed: \"read\"",
        "{'type':'read'} | \"mbean\" of a request to read is missing",
        "{'type':'search'} | \"mbean\" of a request to search is missing",
        "{'type':'read','mbean':2} | \"mbean\" of a request to read is 2",
        "{'type':'read','mbean':['x']} | \"mbean\" of a request to read is [\"x\"]",
        "{'type':'read','mbean':'hello'} | \"mbean\" is \"hello\", which is no name of an MBean",
        "{'type':'read','mbean':'io.loadstone:type=Probe','attribute':7} | \"attribute\" is 7; it must be the name of an attribute",
        "{'type':'write','mbean':'io.loadstone:type=Probe','value':'x'} | \"attribute\" is missing; it must be the name",
        "{'type':'exec','mbean':'io.loadstone:type=Probe'} | \"operation\" is missing; it must be the name of an operation",
        "{'type':'exec','mbean':'io.loadstone:type=Probe','operation':'echo','arguments':'a'} | \"arguments\" is \"a\"; it must be a list",
        "{'type':'exec','mbean':'io.loadstone:type=Probe','operation':'echo'} | requires 1 parameters, not 0 as given",
        "{'type':'read','mbean':'io.loadstone:type=Probe','config':{'maxDepth':'x'}} | \"maxDepth\" is \"x\"; it must be a whole number",
        "{'type':'read','mbean':'io.loadstone:type=Probe','config':3} | \"config\" is 3; it must be an object",
      })
  void aMemberThatIsWrongIsNamedWithItsValueAndWhatIsAllowed(String body, String message)
      throws Exception {
    HttpResponse<String> answer = started.post(body.replace('\'', '"'));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer))
        .containsEntry("status", 400L)
        .containsEntry("error_type", "java.lang.IllegalArgumentException");
    assertThat(json(answer).get("message").toString()).contains(message);
    assertThat(json(answer).get("message").toString()).doesNotContain(FOR_PROGRAMMERS);
  }

  @Test
  void aRequestOfAListThatCannotBeReadCostsTheOthersNothing() throws Exception {
    String answer =
        started
            .post(
                """
                [{"type":"read","mbean":"io.loadstone:type=Probe","attribute":"Text"}, 2,
                 {"type":"nope"}, {"type":"exec","mbean":"io.loadstone:type=Probe","operation":"echo"},
                 {"type":"exec","mbean":"io.loadstone:type=Probe","operation":"echo","arguments":["x"]}]""")
            .body();
    JSONArray answers = (JSONArray) new JSONParser().parse(answer);
    assertThat(answers)
        .extracting(one -> ((JSONObject) one).get("status"))
        .containsExactly(200L, 400L, 400L, 400L, 200L);
    assertThat((JSONObject) answers.getFirst()).containsEntry("value", "as it was");
    assertThat((JSONObject) answers.getLast()).containsEntry("value", "echo x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nope/x",
        "read/x",
        "read",
        "exec/io.loadstone:type=Probe",
        "read/io.loadstone:type=Probe/Text?maxDepth=x"
      })
  void aUrlThatIsNoRequestIsAnsweredWithThoseThatAre(String path) throws Exception {
    JSONObject answer = json(started.get(path));
    assertThat(answer).containsEntry("status", 400L);
    assertThat(answer.get("message").toString())
        .contains(
            "\"" + path.replaceFirst("[?].*", "") + "\"",
            "read/MBEAN/ATTRIBUTE",
            "read/io.loadstone:type=Agent/Health");
  }

  private static JSONObject json(HttpResponse<String> answer) throws Exception {
    return (JSONObject) new JSONParser().parse(answer.body());
  }
}
