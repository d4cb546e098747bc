package io.loadstone.testkit;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.TargetUri;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A target whose path leads to somebody else's file by now.
 *
 * @param file what is there
 */
public record ReplacedFile(PlainFile file) implements PathTarget {
  @Override
  public TargetUri uri() {
    return file.uri();
  }

  @Override
  public String identity() {
    return file.identity();
  }

  @Override
  public String description() {
    return file.description();
  }

  @Override
  public long sizeBytes() {
    return file.sizeBytes();
  }

  @Override
  public int alignmentBytes() {
    return file.alignmentBytes();
  }

  @Override
  public boolean direct() {
    return file.direct();
  }

  @Override
  public Path path() {
    return file.path();
  }

  @Override
  public boolean writable() {
    return file.writable();
  }

  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }

  @Override
  public void filled() {}

  @Override
  public Optional<String> lost() {
    return Optional.of(path() + " was replaced by another file");
  }

  @Override
  public void close() {}
}
