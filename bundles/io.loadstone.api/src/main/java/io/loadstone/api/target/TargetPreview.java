package io.loadstone.api.target;

import java.util.List;
import java.util.Optional;

/**
 * What a run would do to one target, found out without changing anything.
 *
 * @param uri the target
 * @param identity what it really is, equal for two names of the same thing (such as {@code
 *     file:/real/path}); the key of leases
 * @param sizeBytes size that the run would see; 0 if refused
 * @param pageCache what the page cache would have to do with I/O
 * @param alignmentBytes what offsets and lengths must be multiples of, a power of two; 1 if
 *     anything goes
 * @param effects sentences: what is created, written, overwritten or destroyed
 * @param warnings sentences a person should read, such as that I/O is buffered and why
 * @param refusal the reason with its cure, if a run would be refused
 * @param space what the target still takes of a storage that others may take of too; empty if
 *     nothing
 */
public record TargetPreview(
    TargetUri uri,
    String identity,
    long sizeBytes,
    PageCache pageCache,
    int alignmentBytes,
    List<String> effects,
    List<String> warnings,
    Optional<Refusal> refusal,
    Optional<Space> space) {
  public TargetPreview {
    effects = List.copyOf(effects);
    warnings = List.copyOf(warnings);
  }

  /** A preview of a target that takes no space. */
  public TargetPreview(
      TargetUri uri,
      String identity,
      long sizeBytes,
      PageCache pageCache,
      int alignmentBytes,
      List<String> effects,
      List<String> warnings,
      Optional<Refusal> refusal) {
    this(
        uri,
        identity,
        sizeBytes,
        pageCache,
        alignmentBytes,
        effects,
        warnings,
        refusal,
        Optional.empty());
  }

  /** Whether no I/O would go through the page cache. */
  public boolean direct() {
    return pageCache != PageCache.USED;
  }

  /**
   * Space that a target takes.
   *
   * @param storage of what, for people; equal for two targets that take of the same
   * @param neededBytes how much more than it has
   * @param freeBytes how much there is for all
   */
  public record Space(String storage, long neededBytes, long freeBytes) {}

  /** A preview of a target that would be refused. */
  public static TargetPreview refused(TargetUri uri, Refusal refusal) {
    return new TargetPreview(
        uri, uri.text(), 0, PageCache.NONE, 1, List.of(), List.of(), Optional.of(refusal));
  }
}
