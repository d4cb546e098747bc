package io.loadstone.engine.noop.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;

/** Nothing, of a given size. A target that can be lost, or holds something, says so as well. */
record NoopTarget(TargetTraits traits) implements Target {
  @Override
  public String description() {
    return "nothing: measures Loadstone itself";
  }

  // One that keeps what is written answers Fill.WHOLE to Layout.WRITTEN.
  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }
}
