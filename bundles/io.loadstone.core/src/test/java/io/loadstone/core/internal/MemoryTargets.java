package io.loadstone.core.internal;

import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Targets {@code mem:NAME}; one target keeps its content from run to run. */
public final class MemoryTargets implements TargetProvider {
  public final Map<String, MemoryTarget> targets = new ConcurrentHashMap<>();
  public volatile long sizeBytes = 8 << 20;
  public volatile int alignmentBytes = 512;

  /** What a preview adds to the identity: as long as it is there, another thing has the name. */
  public volatile String other = "";

  public volatile Optional<FoundTarget.Space> space = Optional.empty();

  @Override
  public String scheme() {
    return "mem";
  }

  @Override
  public String description() {
    return "memory";
  }

  @Override
  public List<String> listing() {
    return List.of();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    if (uri.path().equals("forbidden")) {
      throw new TargetRefusedException(
          Refusal.Kind.SAFETY, "mem:forbidden is forbidden; use another.");
    }
    TargetTraits traits =
        new TargetTraits(
            uri, "mem:" + uri.path() + other, sizeBytes, alignmentBytes, PageCache.NONE);
    return new FoundTarget(traits, List.of(), List.of(), space);
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) {
    return targets.computeIfAbsent(
        uri.path(), path -> new MemoryTarget(uri, sizeBytes, alignmentBytes));
  }

  @Override
  public boolean remove(TargetUri uri) {
    return targets.remove(uri.path()) != null;
  }
}
