package io.loadstone.itests.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.loadstone.api.control.AgentMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;

/** Plug-ins come, change and go while the agent runs. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PluginsIT {
  private static final String EXAMPLE = "io.loadstone.profile.example";
  private static final int CYCLES = 20;

  private PluginJar plugin;

  @Configuration
  public Option[] configuration() throws IOException {
    return new Option[] {Shipped.everything("plugins")};
  }

  @Before
  public void nameTheJar() {
    plugin = new PluginJar("example.jar");
  }

  @After
  public void removeAndWait() throws IOException {
    plugin.delete();
    awaitGone(EXAMPLE);
  }

  @Test
  public void aProfileIsDroppedInUpdatedAndRemoved() throws IOException {
    Set<String> before = Control.profiles();
    plugin.dropExample("1.0.0");
    awaitActive(EXAMPLE, "1.0.0");
    // A bundle is active a moment before its components are.
    await("a profile more")
        .atMost(Control.BOUND)
        .until(() -> Control.profiles().size() > before.size());
    Set<String> added = new HashSet<>(Control.profiles());
    added.removeAll(before);
    assertThat(added).hasSize(1);
    String profile = added.iterator().next();
    String bean = "io.loadstone:type=Profile,name=\"" + profile + "\"";
    await("its MBean").atMost(Control.BOUND).until(() -> Control.query(bean).size() == 1);
    assertThat(Control.agent().previewProfile(profile, "noop:", "")).contains("workloads:");

    plugin.dropExample("1.1.0");
    awaitActive(EXAMPLE, "1.1.0");
    await("the profile again")
        .atMost(Control.BOUND)
        .until(() -> Control.profiles().contains(profile));

    plugin.delete();
    awaitGone(EXAMPLE);
    await("the profiles as before")
        .atMost(Control.BOUND)
        .until(() -> Control.profiles().equals(before) && Control.query(bean).isEmpty());
  }

  @Test
  public void aRunGoesOnWhilePlugInsChange() throws IOException {
    String id =
        Control.agent()
            .start(
                """
                name: long
                targets: [ "noop:" ]
                engine: noop
                workloads:
                  - {name: w, blockSize: 4KiB}
                load: {workers: 1, outstanding: 4}
                rampUp: 0s
                runTime: 3s
                """);
    plugin.dropExample("1.0.0");
    awaitActive(EXAMPLE, "1.0.0");
    plugin.delete();
    awaitGone(EXAMPLE);
    Control.awaitState(id, "COMPLETED");
    assertThat(Control.run(id).getErrors()).isZero();
  }

  @Test
  public void aBundleThatDoesNotResolveIsShownWithItsCause() throws IOException {
    PluginJar broken = new PluginJar("broken.jar");
    broken.dropBroken("it.broken", "no.such.packages");
    await("the bundle").atMost(Control.BOUND).until(() -> !Control.plugins("it.broken").isEmpty());
    List<AgentMXBean.PluginRow> rows = Control.plugins("it.broken");
    assertThat(rows)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.state()).isEqualTo("installed");
              assertThat(row.cause()).contains("no.such.packages");
            });
    assertThat(Control.agent().getHealth()).contains("it.broken").contains("no.such.packages");
    assertThat(Control.agent().getPlugins())
        .filteredOn(row -> !row.name().equals("it.broken"))
        .allSatisfy(row -> assertThat(row.cause()).isEmpty());
    broken.delete();
    awaitGone("it.broken");
    assertThat(Control.agent().getHealth()).isEqualTo("ok");
  }

  @Test
  public void updatesLeaveNothingBehind() throws IOException, JMException {
    plugin.dropExample("2.0.0");
    awaitActive(EXAMPLE, "2.0.0");
    String bean = "io.loadstone:type=Profile,name=\"example\"";
    await("its MBean").atMost(Control.BOUND).until(() -> Control.query(bean).size() == 1);
    int mBeans = ManagementFactory.getPlatformMBeanServer().getMBeanCount();
    long loaders = bundleClassLoaders();
    for (int i = 1; i <= CYCLES; i++) {
      plugin.dropExample("2.0." + i);
      awaitActive(EXAMPLE, "2.0." + i);
    }
    await("MBeans")
        .atMost(Control.BOUND)
        .until(() -> ManagementFactory.getPlatformMBeanServer().getMBeanCount() == mBeans);
    await("class loaders of old revisions are gone")
        .atMost(Control.BOUND)
        .until(() -> bundleClassLoaders() <= loaders);
  }

  // What jcmd VM.classloader_stats prints, a line for each class loader that lives.
  private static long bundleClassLoaders() throws JMException {
    System.gc();
    Object stats =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                Control.name("com.sun.management:type=DiagnosticCommand"),
                "vmClassloaderStats",
                null,
                null);
    long count =
        stats.toString().lines().filter(line -> line.contains("BundleClassLoader")).count();
    assertThat(count).isPositive();
    return count;
  }

  private static void awaitActive(String name, String version) {
    await(name + " " + version)
        .atMost(Control.BOUND)
        .until(
            () ->
                Control.plugins(name).stream()
                    .anyMatch(
                        row -> row.version().equals(version) && row.state().equals("active")));
  }

  private static void awaitGone(String name) {
    await("end of " + name).atMost(Control.BOUND).until(() -> Control.plugins(name).isEmpty());
  }
}
