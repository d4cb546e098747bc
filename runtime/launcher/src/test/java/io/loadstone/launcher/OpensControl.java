package io.loadstone.launcher;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Stands for the control bundles; ends the framework when a file {@code end} appears. */
public final class OpensControl implements BundleActivator {
  private final ObjectName name;

  /** Made by the framework. */
  public OpensControl() throws Exception {
    name = new ObjectName("io.loadstone:type=Agent");
  }

  @Override
  public void start(BundleContext context) throws Exception {
    Path data = Path.of(Objects.requireNonNull(context.getProperty("loadstone.data")));
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new StandardMBean(() -> {}, Runnable.class), name);
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
