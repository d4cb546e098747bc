package io.loadstone.sim.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetUri;
import java.util.Optional;

/** A simulated device. It takes the time of one, and keeps no data. */
record SimTarget(TargetUri uri, long sizeBytes, SimDevice model) implements Target {
  static final String SCHEME = "sim";

  @Override
  public String identity() {
    return uri.text();
  }

  @Override
  public String description() {
    return "simulated: " + model.description();
  }

  @Override
  public int alignmentBytes() {
    return 1;
  }

  // No page cache is in the way.
  @Override
  public PageCache pageCache() {
    return PageCache.NONE;
  }

  // There is nothing that could be unwritten.
  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }

  @Override
  public void filled() {}

  @Override
  public Optional<String> lost() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
