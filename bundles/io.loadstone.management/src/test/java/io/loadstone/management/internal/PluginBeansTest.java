package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoEngine;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class PluginBeansTest {
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  @Test
  void comeAndGoWithTheirPlugins() throws Exception {
    PluginBeans beans = new PluginBeans();
    IoEngine engine = Fakes.engine("uring", "The kernel is too old.");
    ObjectName name = new ObjectName("io.loadstone:type=Engine,name=\"uring\"");
    beans.addEngine(engine);
    assertThat(MBEANS.getAttribute(name, "Available")).isEqualTo(false);
    assertThat(MBEANS.getAttribute(name, "Reason")).isEqualTo("The kernel is too old.");
    beans.removeEngine(engine);
    beans.removeEngine(engine);
    assertThat(MBEANS.isRegistered(name)).isFalse();
    beans.addProfile(Fakes.profile("quick"));
    assertThat(
            (String[])
                MBEANS.getAttribute(
                    new ObjectName("io.loadstone:type=Profile,name=\"quick\""), "Settings"))
        .containsExactly("runTime=30s: how long");
    beans.stop();
    assertThat(MBEANS.queryNames(new ObjectName("io.loadstone:type=Profile,*"), null)).isEmpty();
  }

  @Test
  void handTheMBeanToTheOtherOneOfTheSameName() throws Exception {
    PluginBeans beans = new PluginBeans();
    ObjectName name = new ObjectName("io.loadstone:type=Engine,name=\"sync\"");
    List<IoEngine> engines = List.of(Fakes.engine("sync", "first"), Fakes.engine("sync", "second"));
    engines.forEach(beans::addEngine);
    assertThat(MBEANS.getAttribute(name, "Reason")).isEqualTo("first");
    beans.removeEngine(engines.getFirst());
    assertThat(MBEANS.getAttribute(name, "Reason")).isEqualTo("second");
    beans.removeEngine(engines.getLast());
    assertThat(MBEANS.isRegistered(name)).isFalse();
    beans.stop();
  }
}
