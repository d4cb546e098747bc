package io.loadstone.sim.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;

/** A simulated device. It takes the time of one, and keeps no data. */
record SimTarget(TargetTraits traits, SimDevice model) implements Target {
  static final String SCHEME = "sim";

  @Override
  public String description() {
    return "simulated: " + model.description();
  }

  // There is nothing that could be unwritten.
  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }
}
