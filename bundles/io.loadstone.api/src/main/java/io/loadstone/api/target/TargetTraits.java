package io.loadstone.api.target;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a target is like, whether it is open or only {@linkplain FoundTarget found}: engines judge
 * by this whether they can drive it.
 *
 * @param uri the name that a plan gives it
 * @param identity what it really is, equal for two names of the same thing (such as {@code
 *     file:/real/path}); the key of leases
 * @param sizeBytes I/O goes to offsets 0 to this
 * @param alignmentBytes what offsets, lengths and memory addresses must be multiples of, a power of
 *     two; 1 if anything goes
 * @param pageCache what the page cache of this machine has to do with its I/O
 * @param mostQueues how many queues may drive it at the same time; 1 or more. A server that takes
 *     one connection only says so here, and the core then uses fewer loops
 * @param path where the kernel serves it: a regular file or a block device. Empty for all others,
 *     which engines know by the scheme of their URI
 */
public record TargetTraits(
    TargetUri uri,
    String identity,
    long sizeBytes,
    int alignmentBytes,
    PageCache pageCache,
    int mostQueues,
    Optional<TargetPath> path) {

  /** One that any number of queues may drive, and that the kernel does not serve. */
  public TargetTraits(
      TargetUri uri, String identity, long sizeBytes, int alignmentBytes, PageCache pageCache) {
    this(uri, identity, sizeBytes, alignmentBytes, pageCache, Integer.MAX_VALUE, Optional.empty());
  }

  /** Whether no I/O goes through the page cache. */
  public boolean direct() {
    return pageCache != PageCache.USED;
  }

  /** The same, past the page cache or not. */
  public TargetTraits withDirect(boolean nowDirect, int nowAlignmentBytes) {
    return new TargetTraits(
        uri, identity, sizeBytes, nowAlignmentBytes, PageCache.of(nowDirect), mostQueues, path);
  }

  /** The same, driven by so many queues at the most. */
  public TargetTraits withMostQueues(int most) {
    return new TargetTraits(uri, identity, sizeBytes, alignmentBytes, pageCache, most, path);
  }

  /**
   * The same, served by the kernel.
   *
   * @param where absolute, real path
   * @param writable whether it may be opened for writing; if not, only for reading
   */
  public TargetTraits at(Path where, boolean writable) {
    return new TargetTraits(
        uri,
        identity,
        sizeBytes,
        alignmentBytes,
        pageCache,
        mostQueues,
        Optional.of(new TargetPath(where, writable)));
  }
}
