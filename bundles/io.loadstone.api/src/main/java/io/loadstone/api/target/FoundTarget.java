package io.loadstone.api.target;

import java.util.List;
import java.util.Optional;

/**
 * A target that may be used as asked, and what that would do to it; found out without changing
 * anything.
 *
 * @param traits what it would be like when it is open
 * @param effects sentences: what is created, written, overwritten or destroyed
 * @param warnings sentences a person should read, such as that I/O is buffered and why
 * @param space what it still takes of a storage that others may take of too; empty if nothing
 */
public record FoundTarget(
    TargetTraits traits, List<String> effects, List<String> warnings, Optional<Space> space) {
  public FoundTarget {
    effects = List.copyOf(effects);
    warnings = List.copyOf(warnings);
  }

  /** One that takes no space. */
  public FoundTarget(TargetTraits traits, List<String> effects, List<String> warnings) {
    this(traits, effects, warnings, Optional.empty());
  }

  /**
   * Space that a target takes.
   *
   * @param storage of what, for people; equal for two targets that take of the same
   * @param neededBytes how much more than it has
   * @param freeBytes how much there is for all
   */
  public record Space(String storage, long neededBytes, long freeBytes) {}
}
