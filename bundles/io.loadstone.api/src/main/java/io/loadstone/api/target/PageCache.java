package io.loadstone.api.target;

/** What the page cache of this machine has to do with I/O on a target. */
public enum PageCache {
  /** There is one over the target, and I/O goes past it: direct I/O. */
  BYPASSED,

  /** I/O goes through it, so that figures may be those of memory. */
  USED,

  /** There is none over the target: it is no file or device of this machine's kernel. */
  NONE;

  /** For a target that the kernel serves: whether its I/O is direct. */
  public static PageCache of(boolean direct) {
    return direct ? BYPASSED : USED;
  }

  /** Of this and another target together. */
  public PageCache and(PageCache other) {
    return this == USED || other == NONE ? this : other;
  }
}
