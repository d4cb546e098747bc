package io.loadstone.api.target;

import java.util.Optional;

/**
 * What became of the question for one target of a plan: it was found, or it is refused.
 *
 * @param uri the target
 * @param found it; empty if it is refused
 * @param refusal the reason with its cure, if a run would be refused
 */
public record TargetPreview(TargetUri uri, Optional<FoundTarget> found, Optional<Refusal> refusal) {
  /** A target that may be used. */
  public static TargetPreview of(FoundTarget found) {
    return new TargetPreview(found.traits().uri(), Optional.of(found), Optional.empty());
  }

  /** A target that would be refused. */
  public static TargetPreview refused(TargetUri uri, Refusal refusal) {
    return new TargetPreview(uri, Optional.empty(), Optional.of(refusal));
  }

  /** What it really is, the key of leases; the name alone if it is refused. */
  public String identity() {
    return found.map(f -> f.traits().identity()).orElseGet(uri::text);
  }
}
