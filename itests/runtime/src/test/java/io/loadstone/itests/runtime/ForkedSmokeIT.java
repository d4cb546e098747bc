package io.loadstone.itests.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.control.AgentMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;

/** The same bundles in a JVM with the flags that ship. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class ForkedSmokeIT {
  @Configuration
  public Option[] configuration() throws IOException {
    return new Option[] {Shipped.everything("forked")};
  }

  @Test
  public void aRunOnAFileCompletesUnderTheFlagsThatShip() {
    assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments())
        .contains("-XX:+UseSerialGC");
    AgentMXBean agent = Control.agent();
    assertThat(agent.getHealth()).isEqualTo("ok");
    String id =
        agent.start(
            """
            name: on a file
            targets: [ "file:smoke.dat?size=4MiB" ]
            workloads:
              - {name: w, blockSize: 4KiB, read: 50%, random: 100%}
            load: {workers: 1, outstanding: 4}
            rampUp: 0s
            runTime: 1s
            removeAfter: true
            """);
    Control.awaitState(id, "COMPLETED");
    assertThat(Control.run(id).getErrors()).isZero();
    assertThat(Control.place("data").resolve("targets").resolve("smoke.dat")).doesNotExist();
  }
}
