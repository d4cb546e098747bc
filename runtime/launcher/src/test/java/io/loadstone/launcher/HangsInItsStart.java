package io.loadstone.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** A bundle whose start takes for ever, or until a file {@code end} appears. */
public final class HangsInItsStart implements BundleActivator {
  @Override
  public void start(BundleContext context) throws IOException {
    Path data = Path.of(Objects.requireNonNull(context.getProperty("loadstone.data")));
    while (!Files.exists(data.resolve("end"))) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    Files.createFile(data.resolve("ended"));
  }

  @Override
  public void stop(BundleContext context) {}
}
