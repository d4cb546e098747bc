package io.loadstone.testkit;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.util.Optional;

/**
 * A target whose path leads to somebody else's file by now.
 *
 * @param file what is there
 */
public record ReplacedFile(PlainFile file) implements Target {
  @Override
  public TargetTraits traits() {
    return file.traits();
  }

  @Override
  public String description() {
    return file.description();
  }

  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }

  @Override
  public Optional<String> lost() {
    return Optional.of(file.path() + " was replaced by another file");
  }
}
