package io.loadstone.launcher;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Stands for the control bundles; ends the framework when a file {@code end} appears. */
public final class OpensControl implements BundleActivator, TellsTroubleMXBean {
  private final ObjectName name;
  private volatile Path data = Path.of("");

  /** Made by the framework. */
  public OpensControl() throws Exception {
    name = new ObjectName("io.loadstone:type=Agent");
  }

  @Override
  public List<Row> getPlugins() {
    boolean open = Files.exists(data.resolve("control/endpoint"));
    return List.of(
        new Row("test.control", "1.2.3", "active", open ? "" : "Door waits for org.example.Key."));
  }

  @Override
  public void start(BundleContext context) throws Exception {
    data = Path.of(Objects.requireNonNull(context.getProperty("loadstone.data")));
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new StandardMBean(this, TellsTroubleMXBean.class, true), name);
    if (Files.exists(data.resolve("no-endpoint"))) {
      return;
    }
    Files.writeString(data.resolve("control/endpoint"), "url=http://127.0.0.1:1/jolokia/\n");
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!Files.exists(data.resolve("end"))) {
                Thread.onSpinWait();
              }
              try {
                context.getBundle(0).stop();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  @Override
  public void stop(BundleContext context) throws Exception {
    ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
  }
}
