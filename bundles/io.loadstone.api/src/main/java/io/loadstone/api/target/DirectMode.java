package io.loadstone.api.target;

/** Whether the page cache is bypassed (O_DIRECT). */
public enum DirectMode {
  /**
   * Direct where the file system can; else buffered, said loudly in preview and result. The
   * default.
   */
  AUTO,
  /** Direct, or the target is refused. */
  REQUIRED,
  /** Buffered. */
  OFF
}
