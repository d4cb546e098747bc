package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everything from JConsole, attached by process id, with what a person can type. */
class JConsoleIT {
  @RegisterExtension static final Agent AGENT = Agent.fresh("jconsole");

  private JConsole console;

  @BeforeEach
  void attach() throws Exception {
    console = JConsole.attachedTo(AGENT.pid());
  }

  @AfterEach
  void detach() throws Exception {
    AGENT.endRuns();
    console.close();
  }

  @Test
  void everyMBeanSaysWhatItIsAndWhatItsOperationsTake() throws Exception {
    String id = press("start", Map.of("planText", Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1)));
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);
    assertThat(console.names())
        .extracting(name -> name.getKeyProperty("type"))
        .contains("Agent", "Engine", "Logging", "Profile", "Run", "Target");
    SoftAssertions each = new SoftAssertions();
    for (ObjectName name : console.names()) {
      MBeanInfo info = console.mbeans().getMBeanInfo(name);
      each.assertThat(info.getDescription()).as("%s", name).contains(" ").doesNotContain("{@");
      for (MBeanFeatureInfo feature : features(info)) {
        each.assertThat(feature.getName()).as("%s %s", name, feature).doesNotMatch("(p|arg)\\d+");
        each.assertThat(feature.getDescription())
            .as("%s %s", name, feature)
            .isNotBlank()
            .isNotEqualTo(feature.getName())
            .doesNotContain("{@");
      }
    }
    each.assertAll();
  }

  private static List<MBeanFeatureInfo> features(MBeanInfo info) {
    List<MBeanFeatureInfo> features = new ArrayList<>();
    for (MBeanAttributeInfo attribute : info.getAttributes()) {
      features.add(attribute);
    }
    for (MBeanOperationInfo operation : info.getOperations()) {
      features.add(operation);
      for (MBeanParameterInfo parameter : operation.getSignature()) {
        features.add(parameter);
      }
    }
    return features;
  }

  @Test
  void everyAttributeOfEveryMBeanCanBeRead() throws Exception {
    String id = press("start", Map.of("planText", Plans.endless("noop:")));
    AGENT.awaitIntervals(id, 1);
    for (ObjectName name : console.names()) {
      assertThat(console.attributes(name)).as("%s", name).isNotEmpty().doesNotContainValue(null);
    }
    Map<String, Object> agent = console.attributes(JConsole.AGENT);
    assertThat(agent).containsEntry("Health", "ok").containsEntry("Pid", AGENT.pid());
    Map<String, Object> run =
        console.attributes(JConsole.name("io.loadstone:type=Run,id=\"" + id + "\""));
    assertThat(run).containsEntry("Id", id).containsEntry("Workload", "w");
    assertThat((Double) run.get("Iops")).isPositive();
  }

  @Test
  void aPlanIsPreviewedStartedStoppedAndItsResultRead() throws Exception {
    Map<String, String> plan = Map.of("planText", Plans.endless("noop:"));
    assertThat(press("preview", plan)).contains("It would be started");
    assertThat(runs()).as("a preview starts nothing").doesNotContainValue("RUNNING");

    String id = press("start", plan);
    AGENT.awaitIntervals(id, 2);
    assertThat(runs()).containsEntry(id, "RUNNING");
    console.press("stop", Map.of("runId", id));
    AGENT.awaitState(id, "STOPPED", Agent.BOUND);

    assertThat(runs()).containsEntry(id, "STOPPED");
    var result = Result.parse(press("result", Map.of("runId", id)));
    assertThat(result.path("schema").asText()).isEqualTo("io.loadstone/result/1");
    assertThat(result.path("run").path("id").asText()).isEqualTo(id);
    long intervals =
        Long.parseLong(AGENT.sqlite("SELECT count(*) FROM intervals WHERE run_id = '" + id + "'"));
    assertThat(numbers(id, 0)).hasSize((int) intervals).startsWith(1L, 2L);
    assertThat(numbers(id, intervals - 1)).containsExactly(intervals);
    assertThat(numbers(id, intervals)).isEmpty();
  }

  @Test
  void aPlanIsStartedWithChanges() throws Exception {
    Map<String, String> fields =
        Map.of(
            "planText", Plans.endless("file:never.dat?size=8MiB"),
            "targets", "noop:",
            "settings", "runTime=1s; load.outstanding=2",
            "name", "changed",
            "labels", "disks=16",
            "source", "");
    assertThat(press("previewWith", fields)).contains("noop:").doesNotContain("never.dat");
    String id = press("startWith", fields);
    AGENT.awaitState(id, "COMPLETED", Agent.BOUND);
    var run = Result.parse(press("export", Map.of("runId", id, "format", "json"))).path("run");
    assertThat(run.path("name").asText()).isEqualTo("changed");
    assertThat(run.path("labels").path("disks").asText()).isEqualTo("16");
  }

  @Test
  void aProfileIsPreviewedStartedAndAborted() throws Exception {
    Map<String, String> profile =
        Map.of("profile", "quick", "targets", "noop:", "settings", "runTime=30s");
    assertThat(press("planOf", profile)).contains("noop:");
    assertThat(press("previewProfile", profile)).contains("It would be started");
    String id = press("startProfile", profile);
    AGENT.awaitIntervals(id, 1);
    console.press("abort", Map.of("runId", id));
    AGENT.awaitState(id, "STOPPED", Duration.ofSeconds(10));
  }

  @Test
  void whatIsWrongComesAsASentenceOfAnExceptionThatJConsoleHas() {
    assertThatThrownBy(() -> press("start", Map.of("planText", "name: x")))
        .hasRootCauseExactlyInstanceOf(IllegalArgumentException.class)
        .rootCause()
        .hasMessageContaining("targets");
    assertThatThrownBy(() -> press("stop", Map.of("runId", "nobody")))
        .hasRootCauseExactlyInstanceOf(IllegalArgumentException.class)
        .rootCause()
        .hasMessageContaining("There is no run \"nobody\"");
    assertThatThrownBy(() -> console.press("intervals", Map.of("runId", "nobody", "after", "0")))
        .rootCause()
        .hasMessageContaining("There is no run \"nobody\"");
  }

  private String press(String operation, Map<String, String> fields) throws Exception {
    return (String) console.press(operation, fields);
  }

  /** State by id. */
  private Map<String, String> runs() throws Exception {
    return rows("runs", Map.of())
        .collect(Collectors.toMap(row -> (String) row.get("id"), row -> (String) row.get("state")));
  }

  private List<Long> numbers(String id, long after) throws Exception {
    return rows("intervals", Map.of("runId", id, "after", Long.toString(after)))
        .map(row -> (Long) row.get("number"))
        .toList();
  }

  private Stream<CompositeData> rows(String operation, Map<String, String> fields)
      throws Exception {
    return Stream.of((CompositeData[]) console.press(operation, fields));
  }
}
