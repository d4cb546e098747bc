package io.loadstone.testkit;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetUri;
import java.util.Map;
import java.util.Optional;

/** A target of a kind that no engine has heard of. */
record AlienTarget() implements Target {
  @Override
  public TargetUri uri() {
    return new TargetUri("alien", "", Map.of());
  }

  @Override
  public String identity() {
    return "alien:";
  }

  @Override
  public String description() {
    return "unknown to all";
  }

  @Override
  public long sizeBytes() {
    return 1 << 20;
  }

  @Override
  public int alignmentBytes() {
    return 1;
  }

  @Override
  public PageCache pageCache() {
    return PageCache.USED;
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
