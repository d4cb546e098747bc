package io.loadstone.engine.noop.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetUri;
import java.util.Optional;

/** Nothing, of a given size. */
record NoopTarget(TargetUri uri, long sizeBytes) implements Target {
  // Two names of the same thing must give the same identity, as it is the key of leases. Nothing
  // is shared here, so that every name is a thing of its own.
  @Override
  public String identity() {
    return uri.text();
  }

  @Override
  public String description() {
    return "nothing: measures Loadstone itself";
  }

  @Override
  public int alignmentBytes() {
    return 1;
  }

  // No page cache can flatter the figures.
  @Override
  public PageCache pageCache() {
    return PageCache.NONE;
  }

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
