package io.loadstone.itests.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.RunMXBean;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.target.TargetProvider;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** The shipped bundles together: all up, and a run through JMX and HTTP. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class RuntimeIT {
  private static final String PLAN =
      """
      name: nothing
      targets: [ "noop:" ]
      engine: noop
      workloads:
        - {name: w, blockSize: 8KiB, read: 75%, random: 100%}
      load: {workers: 2, outstanding: 4}
      rampUp: 0s
      runTime: 2s
      """;

  @Inject private BundleContext context;
  @Inject private ServiceComponentRuntime components;

  @Configuration
  public Option[] configuration() throws IOException {
    return new Option[] {Shipped.everything("runtime")};
  }

  @Test
  public void everyBundleIsActive() {
    for (Bundle bundle : context.getBundles()) {
      boolean fragment = bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null;
      assertThat(bundle.getState())
          .as(bundle.toString())
          .isIn(fragment ? Bundle.RESOLVED : Bundle.ACTIVE, Bundle.STARTING, Bundle.ACTIVE);
    }
    assertThat(Control.agent().getHealth()).isEqualTo("ok");
  }

  @Test
  public void everyComponentIsSatisfied() {
    Collection<ComponentDescriptionDTO> all = components.getComponentDescriptionDTOs();
    assertThat(all).extracting(d -> d.bundle.symbolicName).contains("io.loadstone.core");
    for (ComponentDescriptionDTO description : all) {
      Collection<ComponentConfigurationDTO> configurations =
          components.getComponentConfigurationDTOs(description);
      assertThat(configurations).as(description.implementationClass).isNotEmpty();
      for (ComponentConfigurationDTO one : configurations) {
        assertThat(one.state)
            .as(description.implementationClass + " " + one.failure)
            .isIn(ComponentConfigurationDTO.SATISFIED, ComponentConfigurationDTO.ACTIVE);
      }
    }
  }

  @Test
  public void enginesTargetsAndProfilesAreServices() throws InvalidSyntaxException {
    assertThat(services(IoEngine.class))
        .extracting(e -> e.traits().name())
        .contains("uring", "aio", "sync", "nio", "mmap", "noop");
    assertThat(services(TargetProvider.class))
        .extracting(TargetProvider::scheme)
        .contains("file", "noop");
    assertThat(services(Profile.class))
        .extracting(Profile::name)
        .contains("quick", "hp-eva4400", "netapp-protocols", "crystaldiskmark");
    AgentMXBean agent = Control.agent();
    assertThat(agent.getEngines())
        .extracting(AgentMXBean.NamedRow::name)
        .contains("uring", "aio", "sync", "nio", "mmap", "noop");
    assertThat(agent.getFormats())
        .extracting(AgentMXBean.NamedRow::name)
        .contains("json", "csv", "hlog", "crystaldiskmark", "text");
    for (String type :
        new String[] {"Engine,name=\"noop\"", "Target,name=\"file\"", "Profile,name=\"quick\""}) {
      assertThat(Control.query("io.loadstone:type=" + type)).as(type).hasSize(1);
    }
  }

  private <T> List<T> services(Class<T> type) throws InvalidSyntaxException {
    return context.getServiceReferences(type, null).stream().map(context::getService).toList();
  }

  @Test
  public void aProfileIsPreviewedAsAPlanThatTheAgentTakes() {
    AgentMXBean agent = Control.agent();
    String preview = agent.previewProfile("quick", "", "runTime=1s");
    assertThat(preview).contains("64KiB", "runTime: 1s");
    String plan = agent.planOf("netapp-protocols", "noop:", "");
    assertThat(agent.preview(plan)).contains("netapp", "noop:");
    assertThatThrownBy(() -> agent.planOf("quick", "", "runtime=1s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("runTime");
    assertThatThrownBy(() -> agent.preview("name: x\nworkload: []\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("workloads");
  }

  @Test
  public void aRunCompletesWithAResultThatAddsUp() {
    AgentMXBean agent = Control.agent();
    String id = agent.start(PLAN);
    RunMXBean run = Control.run(id);
    assertThat(run.getName()).isEqualTo("nothing");
    Control.awaitState(id, "COMPLETED");
    assertThat(run.getReason()).isEmpty();
    assertThat(run.getPercentDone()).isEqualTo(100);
    assertThat(run.getErrors()).isZero();
    assertThat(run.getIntervalCount()).isBetween(2L, 4L);

    String result = agent.result(id);
    assertThat(text(result, "schema")).isEqualTo("io.loadstone/result/1");
    assertThat(text(result, "state")).isEqualTo("COMPLETED");
    String total = result.substring(result.indexOf("\"total\""));
    long operations = Long.parseLong(number(total, "operations"));
    double seconds = Double.parseDouble(number(result, "runSeconds"));
    assertThat(operations).isPositive();
    assertThat(Long.parseLong(number(total, "bytes"))).isEqualTo(operations * 8192);
    assertThat(Double.parseDouble(number(total, "iops")))
        .isBetween(operations / seconds * 0.999, operations / seconds * 1.001);
    assertThat(seconds).isBetween(1.8, 2.3);
    assertThat(result).doesNotContainPattern("\"passed\"\\s*:\\s*false");
    assertThat(agent.runs())
        .filteredOn(row -> row.id().equals(id))
        .singleElement()
        .satisfies(row -> assertThat(row.state()).isEqualTo("COMPLETED"));
    assertThat(agent.export(id, "csv").lines().count()).isBetween(3L, 5L);
  }

  @Test
  public void whatIsWrongComesBackAsAnExceptionOfTheJdk() {
    AgentMXBean agent = Control.agent();
    assertThatThrownBy(() -> agent.start(PLAN.replace("75%", "175%")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("175%");
    assertThatThrownBy(
            () ->
                agent.start(
                    PLAN.replace("\"noop:\"", "\"file:/etc/passwd\"")
                        .replace("engine: noop", "engine: sync")))
        .isInstanceOf(SecurityException.class)
        .hasMessageContaining("/etc/passwd");
    assertThatThrownBy(() -> agent.result("no-such-run"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-such-run");
  }

  @Test
  public void jolokiaAsksForTheTokenAndShowsOurMBeansOnly() throws Exception {
    String health =
        "{\"type\":\"read\",\"mbean\":\"io.loadstone:type=Agent\",\"attribute\":\"Health\"}";
    HttpResponse<String> answer = Control.post(health, true);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(text(answer.body(), "value")).isEqualTo("ok");
    assertThat(Control.post(health, false).statusCode()).isEqualTo(401);
    for (String forbidden :
        new String[] {
          "{\"type\":\"exec\",\"mbean\":\"com.sun.management:type=DiagnosticCommand\",\"operation\":\"vmFlags\",\"arguments\":[[]]}",
          "{\"type\":\"read\",\"mbean\":\"com.sun.management:type=HotSpotDiagnostic\"}",
          "{\"type\":\"exec\",\"mbean\":\"java.lang:type=Memory\",\"operation\":\"gc\"}",
          "{\"type\":\"read\",\"mbean\":\"osgi.core:*\"}",
          "{\"type\":\"read\",\"mbean\":\"io.loadstone:type=Agent\",\"target\":{\"url\":\"service:jmx:rmi:///jndi/ldap://127.0.0.1:1389/x\"}}"
        }) {
      HttpResponse<String> refused = Control.post(forbidden, true);
      assertThat(forbidden + refused.statusCode() + refused.body())
          .containsPattern("403|\"status\"\\s*:\\s*(403|404|400)");
    }
    assertThat(Control.post("{\"type\":\"read\",\"mbean\":\"java.lang:type=Memory\"}", true).body())
        .contains("HeapMemoryUsage");
  }

  @Test
  public void metricsAreMBeans() {
    assertThat(Control.query("io.loadstone.metrics:*")).isNotEmpty();
  }

  private static String text(String json, String field) {
    return find(json, "\"" + field + "\"\\s*:\\s*\"([^\"]*)\"");
  }

  private static String number(String json, String field) {
    return find(json, "\"" + field + "\"\\s*:\\s*([0-9.eE+-]+)");
  }

  private static String find(String json, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(json);
    assertThat(matcher.find()).as(pattern + " in " + json).isTrue();
    return matcher.group(1);
  }
}
