package io.loadstone.core.internal;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetUri;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Stands for a target that is not open, so that an engine can be asked whether it would drive it.
 * It has the properties that the provider's preview found and can't be used for anything else.
 */
class PreviewedTarget implements Target {
  private final TargetPreview preview;

  PreviewedTarget(TargetPreview preview) {
    this.preview = preview;
  }

  /** A stand-in for what {@link Plan} names, with a path if the kernel serves it under one. */
  static Target of(TargetPreview preview, Optional<Path> path, boolean writable) {
    return path.isPresent()
        ? new UnderPath(preview, path.get(), writable)
        : new PreviewedTarget(preview);
  }

  @Override
  public TargetUri uri() {
    return preview.uri();
  }

  @Override
  public String identity() {
    return preview.identity();
  }

  @Override
  public String description() {
    return preview.uri().text();
  }

  @Override
  public long sizeBytes() {
    return preview.sizeBytes();
  }

  @Override
  public int alignmentBytes() {
    return preview.alignmentBytes();
  }

  @Override
  public PageCache pageCache() {
    return preview.pageCache();
  }

  @Override
  public Fill lay(Layout layout) {
    throw notOpen();
  }

  @Override
  public void filled() {
    throw notOpen();
  }

  @Override
  public Optional<String> lost() {
    throw notOpen();
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private IllegalStateException notOpen() {
    return new IllegalStateException(preview.uri() + " is only previewed, not open");
  }

  private static final class UnderPath extends PreviewedTarget implements PathTarget {
    private final Path path;
    private final boolean writable;

    UnderPath(TargetPreview preview, Path path, boolean writable) {
      super(preview);
      this.path = path;
      this.writable = writable;
    }

    @Override
    public Path path() {
      return path;
    }

    @Override
    public boolean writable() {
      return writable;
    }
  }
}
