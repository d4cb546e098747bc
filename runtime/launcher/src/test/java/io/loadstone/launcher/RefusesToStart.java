package io.loadstone.launcher;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** A bundle that can't start. */
public final class RefusesToStart implements BundleActivator {
  @Override
  public void start(BundleContext context) {
    throw new IllegalStateException("outer", new IllegalStateException("the flux is too low"));
  }

  @Override
  public void stop(BundleContext context) {}
}
