package io.loadstone.testkit;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import java.util.Map;

/** A target of a kind that no engine has heard of. */
record AlienTarget() implements Target {
  @Override
  public TargetTraits traits() {
    return new TargetTraits(
        new TargetUri("alien", "", Map.of()), "alien:", 1 << 20, 1, PageCache.USED);
  }

  @Override
  public String description() {
    return "unknown to all";
  }

  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }
}
